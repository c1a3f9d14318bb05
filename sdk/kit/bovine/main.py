from board import Board
from my_bot import bot
from sample_ais import AdjacentAsta, defensive_dan_heng, random_raven

print(
    Board(
        [bot, random_raven, AdjacentAsta(), defensive_dan_heng],
        ["My bot", "Raven", "Asta", "Dan Heng"],
        [(220, 60, 60), (235, 200, 60), (70, 170, 90), (70, 120, 220)],
        display_mode="terminal",
        delay=-1,
    ).run()
)
