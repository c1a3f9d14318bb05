//! The tree of files inside: what the system has, read-only; the bot's folder, on top of which it writes; nothing else.
use super::launcher::{Error, c_string, check};
use super::order::{DEVICES, MOST_FILES, Order, system};
use std::os::unix::fs::{MetadataExt, lchown, symlink};
use std::path::{Path, PathBuf};

/// Where the new tree stands until it becomes `/`. It is there on every machine, and nothing below it is needed.
const BASE: &str = "/tmp";
/// What tells of the machine or of others.
const MASKED: &[&str] = &["kcore", "keys", "key-users", "timer_list", "sysrq-trigger", "sched_debug", "cmdline", "vmallocinfo"];
/// What an installation reads beside the system's files.
const NETWORK_SETTINGS: &[&str] =
    &["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates", "/etc/pip.conf"];

const READ_ONLY: u64 = 1;
const NO_SUID: u64 = 2;
const NO_DEVICES: u64 = 4;
const NO_EXEC: u64 = 8;
const RECURSIVE: u32 = 0x8000;
const EMPTY_PATH: u32 = 0x1000;

/// Builds the tree and makes it the only one.
pub fn build(order: &Order) -> Result<(), Error> {
    mount("none", "/", "none", libc::MS_REC | libc::MS_PRIVATE, "")?;
    let mut kept = Vec::new();
    let extra: &[&str] = if order.bounds.network { NETWORK_SETTINGS } else { &[] };
    let extra = extra.iter().map(PathBuf::from).filter(|path| path.exists());
    for path in system().into_iter().chain(order.reads.iter().cloned()).chain(extra) {
        kept.push(Kept::find(path)?);
    }
    let devices = DEVICES.iter().map(|device| Ok((*device, Tree::copy(&Path::new("/dev").join(device))?)));
    let devices = devices.collect::<Result<Vec<_>, Error>>()?;
    let home = Tree::copy(&order.home.outside)?;
    let writes = order.writes.iter().map(|path| Ok((path, Tree::copy(path)?))).collect::<Result<Vec<_>, Error>>()?;
    let files = if order.uid.is_some() { count(&order.home.outside) } else { 0 };

    tmpfs(BASE, "size=1m,nr_inodes=4k,mode=755")?;
    for folder in ["etc", "dev/shm", "proc", "tmp", ".lower", ".upper"] {
        make_folder(&place(folder))?;
    }
    // One disk for all that it writes.
    tmpfs(&place(".upper"), &format!("size={},nr_inodes={},mode=755", order.bounds.disk, MOST_FILES + files))?;
    for folder in ["home", "work", "tmp", "shm"] {
        let path = place(&format!(".upper/{folder}"));
        std::fs::create_dir(&path)?;
        if let Some(uid) = order.uid {
            lchown(&path, Some(uid), Some(uid))?;
        }
    }
    for (from, to, flags) in [("tmp", "tmp", NO_SUID | NO_DEVICES), ("shm", "dev/shm", NO_SUID | NO_DEVICES | NO_EXEC)] {
        Tree::copy(Path::new(&place(&format!(".upper/{from}"))))?.attach(&place(to), flags)?;
    }
    for kept in kept {
        kept.put()?;
    }
    for (path, tree) in writes {
        let inside = format!("{BASE}{}", path.display());
        make_folder(&inside)?;
        tree.attach(&inside, NO_SUID | NO_DEVICES)?;
        if let Some(uid) = order.uid {
            give_away(Path::new(&inside), uid)?;
        }
    }
    for (device, tree) in devices {
        let target = place(&format!("dev/{device}"));
        std::fs::write(&target, "")?;
        tree.attach(&target, NO_SUID | NO_EXEC)?;
    }
    for (name, target) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(format!("/proc/self/{target}"), place(&format!("dev/{name}")))?;
    }
    let id = order.uid.unwrap_or(1000);
    write_settings(id)?;
    lay_over(order, home)?;
    finish(order)
}

fn write_settings(id: u32) -> Result<(), Error> {
    let files = [
        ("passwd", format!("bot:x:{id}:{id}:bot:/tmp:/bin/false\n")),
        ("group", format!("bot:x:{id}:\n")),
        ("hosts", "127.0.0.1 localhost\n".into()),
    ];
    for (name, text) in files {
        let path = place(&format!("etc/{name}"));
        if !Path::new(&path).exists() {
            std::fs::write(path, text)?;
        }
    }
    Ok(())
}

/// The bot's folder below, what it writes above.
fn lay_over(order: &Order, home: Tree) -> Result<(), Error> {
    let (lower, upper, inside) = (place(".lower"), place(".upper"), format!("{BASE}{}", order.home.inside.display()));
    home.attach(&lower, READ_ONLY | NO_SUID | NO_DEVICES)?;
    make_folder(&inside)?;
    // As root we change whose the files are without copying them; without, they are ours already.
    let way = if order.uid.is_some() { "metacopy=on" } else { "userxattr" };
    let options = format!("lowerdir={lower},upperdir={upper}/home,workdir={upper}/work,{way}");
    mount("overlay", &inside, "overlay", libc::MS_NOSUID | libc::MS_NODEV, &options)?;
    if let Some(uid) = order.uid {
        give_away(Path::new(&inside), uid)?;
    }
    unmount(&lower)?;
    unmount(&upper)
}

fn finish(order: &Order) -> Result<(), Error> {
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    let target = place("proc");
    mount("proc", &target, "proc", flags, "hidepid=invisible").or_else(|_| mount("proc", &target, "proc", flags, ""))?;
    std::env::set_current_dir(BASE)?;
    // SAFETY: both names are the same place: the old tree then lies on top of the new one, and is taken off.
    check(unsafe { libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) } as i32, "pivot_root")?;
    unmount(".")?;
    for file in MASKED {
        let path = format!("/proc/{file}");
        if Path::new(&path).exists() {
            mount("/dev/null", &path, "none", libc::MS_BIND, "")?;
        }
    }
    for folder in [".lower", ".upper"] {
        std::fs::remove_dir(Path::new("/").join(folder))?;
    }
    set_attributes(libc::AT_FDCWD, "/", 0, READ_ONLY | NO_SUID | NO_DEVICES)?;
    Ok(std::env::set_current_dir(&order.home.inside)?)
}

/// A file or folder of the system, as it will be inside.
enum Kept {
    Link { path: PathBuf, target: PathBuf },
    Tree { path: PathBuf, is_folder: bool, tree: Tree },
}

impl Kept {
    fn find(path: PathBuf) -> Result<Kept, Error> {
        let data = path.symlink_metadata().map_err(|error| format!("{}: {error}", path.display()))?;
        if data.is_symlink() {
            return Ok(Kept::Link { target: std::fs::read_link(&path)?, path });
        }
        Ok(Kept::Tree { is_folder: data.is_dir(), tree: Tree::copy(&path)?, path })
    }

    fn put(self) -> Result<(), Error> {
        let (Kept::Link { path, .. } | Kept::Tree { path, .. }) = &self;
        let inside = format!("{BASE}{}", path.display());
        if let Some(folder) = Path::new(&inside).parent() {
            make_folder(&folder.display().to_string())?;
        }
        match self {
            Kept::Link { target, .. } => {
                // Two of our paths may lead through the same link.
                let _ = symlink(target, inside);
                Ok(())
            }
            Kept::Tree { is_folder, tree, .. } => {
                if is_folder {
                    make_folder(&inside)?;
                } else if !Path::new(&inside).exists() {
                    std::fs::write(&inside, "")?;
                }
                tree.attach(&inside, READ_ONLY | NO_SUID | NO_DEVICES)
            }
        }
    }
}

/// A piece of the tree of mounts that hangs nowhere yet.
struct Tree(i32);

impl Tree {
    fn copy(path: &Path) -> Result<Tree, Error> {
        let name = c_string(path)?;
        let flags = 1 | libc::O_CLOEXEC as u32 | RECURSIVE;
        // SAFETY: the path ends with a zero byte.
        let tree = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, name.as_ptr(), flags) } as i32;
        check(tree, format!("open_tree {}", path.display()))?;
        Ok(Tree(tree))
    }

    fn attach(self, target: &str, attributes: u64) -> Result<(), Error> {
        set_attributes(self.0, "", EMPTY_PATH | RECURSIVE, attributes)?;
        let name = c_string(target)?;
        // SAFETY: two texts that end with a zero byte; the descriptor is ours and is not used again.
        unsafe {
            let moved = libc::syscall(libc::SYS_move_mount, self.0, c"".as_ptr(), libc::AT_FDCWD, name.as_ptr(), 4);
            check(moved as i32, format!("move_mount {target}"))?;
            libc::close(self.0);
        }
        Ok(())
    }
}

fn set_attributes(fd: i32, path: &str, flags: u32, set: u64) -> Result<(), Error> {
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let name = c_string(path)?;
    let attributes = Attributes { set, clear: 0, propagation: 0, user_namespace: 0 };
    // SAFETY: a text that ends with a zero byte, and a structure of the size we say.
    let done = unsafe { libc::syscall(libc::SYS_mount_setattr, fd, name.as_ptr(), flags, &raw const attributes, size_of::<Attributes>()) };
    check(done as i32, format!("mount_setattr {path}"))
}

fn mount(source: &str, target: &str, kind: &str, flags: libc::c_ulong, options: &str) -> Result<(), Error> {
    let [source, kind, options] = [source, kind, options].map(c_string);
    let (source, kind, options, name) = (source?, kind?, options?, c_string(target)?);
    // SAFETY: four texts that end with a zero byte.
    let done = unsafe { libc::mount(source.as_ptr(), name.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast()) };
    check(done, format!("mount on {target}"))
}

fn tmpfs(target: &str, options: &str) -> Result<(), Error> {
    mount("tmpfs", target, "tmpfs", libc::MS_NOSUID | libc::MS_NODEV, options)
}

fn unmount(target: &str) -> Result<(), Error> {
    let name = c_string(target)?;
    // SAFETY: a text that ends with a zero byte.
    check(unsafe { libc::umount2(name.as_ptr(), libc::MNT_DETACH) }, format!("umount {target}"))
}

fn place(name: &str) -> String {
    format!("{BASE}/{name}")
}

fn make_folder(path: &str) -> Result<(), Error> {
    std::fs::create_dir_all(path).map_err(|error| format!("{path}: {error}").into())
}

/// How many files and folders are below a folder.
fn count(folder: &Path) -> u64 {
    let items = std::fs::read_dir(folder).into_iter().flatten().flatten();
    items.map(|item| 1 + if item.file_type().is_ok_and(|kind| kind.is_dir()) { count(&item.path()) } else { 0 }).sum()
}

/// Makes a folder and all below it somebody's own. Links are not followed.
pub fn give_away(folder: &Path, uid: u32) -> Result<(), Error> {
    lchown(folder, Some(uid), Some(uid)).map_err(|error| format!("{}: {error}", folder.display()))?;
    for item in std::fs::read_dir(folder)?.flatten() {
        let path = item.path();
        if path.symlink_metadata().is_ok_and(|data| data.is_dir() && data.uid() != uid) {
            give_away(&path, uid)?;
        } else {
            lchown(&path, Some(uid), Some(uid)).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
