// Elements without markup: text from tapes only ever becomes text.

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;
type Child = Node | string;

/** An HTML element with attributes and children. */
export function html<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], attributes, children);
}

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A button with an accessible name; a hint says which key does the same. */
export function button(label: string, content: Child, press: () => void, key = ""): HTMLButtonElement {
  const hint = key ? `${label} (${key})` : label;
  const made = html("button", { type: "button", "aria-label": label, title: hint }, content);
  made.addEventListener("click", press);
  return made;
}

/** Puts new children in place of the old ones. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children);
}
