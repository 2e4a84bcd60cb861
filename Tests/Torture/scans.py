"""A tree of scans to which things happen that happen to scans, as in Tests/RunTests/IdentityTree.swift.

Its pages are drawn, so that the program can read them.
"""
import base64
import hashlib
import io
import os
import struct
import unicodedata
import zipfile

from torture import drawn

CHANGES = ["create", "rename", "move", "swap", "rotate", "copy", "change", "delete", "bring back", "replace",
           "hard link", "symbolic link", "respell by case", "respell by form", "rename directory", "swap directories",
           "change members"]
NAMES = ["a", "A", "b", "c", "scan1", "scan2", "scan10", "caf\u00e9", "cafe\u0301", "\uac00", "\u1100\u1161"]
FOLDERS = ["d", "D", "e", "d/f"]
TEA = "OCEAN TEA\n2O24-11-16 11:21\nOAT TEA 4.25\nTOAST 7.25\nTOTAL 11.5O\nCASH 11.5O"
COAT = "SALT COAST\n2O25-12-18 14:52\nLACE COAT 61.25\nTOTAL 61.25\nCASH 61.25"
NOTE = "NOTES ON OATS\nNO SALE"
# A page without text is blank; None is one whose rows are missing, and a content without pages is no picture.
CONTENTS = [("a tea receipt", [TEA]), ("a coat receipt", [COAT]), ("a number", ["1,234"]), ("a note", [NOTE]),
            ("a blank page", [""]), ("a damaged page", [None]), ("two pages", [TEA, NOTE]), ("no picture", []),
            ("three pages", [COAT, "", "5,678"])]
# All contents that are no archives or mails have this size, so that one can replace another unnoticed.
SIZE = 200_000


def tiff(pictures, mark):
    """Pages in one file, from PNMs."""
    data, link = bytearray(b"II*\0\0\0\0\0" + mark), 4
    for picture in pictures:
        _, size, _, pixels = picture.split(b"\n", 3)
        width, height = map(int, size.split())
        facts = {256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: len(data), 277: 1, 278: height, 279: len(pixels)}
        data += pixels + bytes(len(pixels) % 2)
        struct.pack_into("<I", data, link, len(data))
        data += struct.pack("<H", len(facts)) + b"".join(struct.pack("<HHII", tag, 4, 1, facts[tag]) for tag in facts)
        link = len(data)
        data += bytes(4)
    return bytes(data)


def content(pick, serial):
    """Words for a content and its bytes; those of different serials differ and show the same."""
    words, pages = CONTENTS[pick % len(CONTENTS)]
    mark = b"# %06d\n" % serial
    if len(pages) == 1:
        start, rest = drawn(pages[0] or "", 3).split(b"\n", 1)
        data = start + b"\n" + mark
        rest = rest[:12] if pages[0] is None else rest
        data += b"#" + b"." * (SIZE - len(data) - len(rest) - 2) + b"\n" + rest
    else:
        data = (tiff([drawn(page, 3) for page in pages], mark) if pages else mark).ljust(SIZE, b".")
    return f"{words} ({serial})", data


class Container:
    """A ZIP, or a mail with attached files."""

    def __init__(self, is_mail, text, members):
        self.is_mail, self.text, self.members = is_mail, text, members

    def bytes(self):
        file = io.BytesIO()
        if not self.is_mail:
            with zipfile.ZipFile(file, "w") as archive:
                for name, data in self.members:
                    archive.writestr(zipfile.ZipInfo(name), data)
            return file.getvalue()
        head = "From: a@example.org\nTo: b@example.org\nSubject: scans\nDate: Mon, 2 Mar 2026 09:00:00 +0900\n" \
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=edge\n\n"
        file.write(f"{head}--edge\nContent-Type: text/plain; charset=utf-8\n\n{self.text}\n".encode())
        for name, data in self.members:
            file.write(f"\n--edge\nContent-Disposition: attachment; filename=\"{name}\"\n"
                       "Content-Type: image/x-portable-anymap\nContent-Transfer-Encoding: base64\n\n".encode())
            file.write(base64.encodebytes(data))
        file.write(b"\n--edge--\n")
        return file.getvalue().replace(b"\n", b"\r\n")


class Tree:
    """A directory of scans to which things happen that happen to scans; `perform` says them in words."""

    def __init__(self, folder):
        self.root, self.attic = os.path.join(folder, "in"), os.path.join(folder, "attic")
        os.makedirs(self.root)
        os.makedirs(self.attic)
        self.deleted, self.containers, self.serial = [], {}, 100

    def place(self, path):
        return os.path.join(self.root, path)

    def entries(self, takes):
        found = [os.path.relpath(os.path.join(place, name), self.root)
                 for place, folders, names in os.walk(self.root) for name in folders + names]
        return sorted((path for path in found if takes(self.place(path))), key=os.fsencode)

    def files(self):
        return self.entries(lambda place: os.path.isfile(place) and not os.path.islink(place))

    def read(self, path):
        with open(self.place(path), "rb") as file:
            return file.read()

    def digests(self):
        """The contents of the files and members."""
        data = [self.read(path) for path in self.files()]
        data += [member for bytes in data if bytes in self.containers for _, member in self.containers[bytes].members]
        return {hashlib.sha256(bytes).hexdigest() for bytes in data}

    def write(self, path, data):
        """A new file, complete from the first moment; others may be links to the earlier one."""
        aside = os.path.join(self.attic, "new")
        with open(aside, "wb") as file:
            file.write(data)
        self.rename(aside, self.place(path))

    def write_over(self, path, data):
        with open(self.place(path), "r+b", buffering=0) as file:
            file.write(data)
            file.truncate()

    def rename(self, origin, target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.rename(origin, target)

    def new(self, pick):
        self.serial += 1
        return content(pick, self.serial)

    def perform(self, kind, picks):
        """Does a change; returns None if there is nothing that it can happen to."""
        files = self.files()
        if not files and kind != "create":
            return None
        chosen = [files[pick % len(files)] for pick in picks] if files else []
        name = NAMES[picks[2] % len(NAMES)]
        name = name if picks[2] // 64 % 3 else f"{FOLDERS[picks[2] // 256 % len(FOLDERS)]}/{name}"
        target = f"e/{os.path.basename(chosen[0])}" if kind == "move" else name
        is_folder = os.path.isdir(self.place(target))
        if kind == "create" and not is_folder:
            if picks[3] % 6 == 0:
                return self.create_container(name, picks)
            words, data = content(picks[0], picks[1] % 2)
            self.write(name, data)
            return f"create {name}: {words}"
        if kind in ("rename", "move") and target != chosen[0] and not is_folder and len(files) > 2:
            self.rename(self.place(chosen[0]), self.place(target))
            return f"rename {chosen[0]} to {target}"
        if kind in ("swap", "rotate"):
            return self.rotate(chosen[:2 if kind == "swap" else 3])
        if kind in ("copy", "change") and name != chosen[0] and not is_folder:
            self.write(name, self.read(chosen[0]))
            if kind == "copy":
                return f"copy {chosen[0]} to {name}"
            changed, (words, data) = chosen[0] if picks[1] % 2 else name, self.new(picks[3])
            self.write_over(changed, data)
            return f"copy {chosen[0]} to {name}, then write over {changed}: {words}"
        if kind == "delete" and len(files) > 2:
            self.deleted.append((os.path.join(self.attic, f"{len(self.deleted)}-{picks[1]}"), chosen[0]))
            self.rename(self.place(chosen[0]), self.deleted[-1][0])
            return f"delete {chosen[0]}"
        if kind == "bring back" and self.deleted:
            target = name if picks[0] % 3 == 0 else self.deleted[-1][1]
            if not os.path.isdir(self.place(target)):
                kept, old = self.deleted.pop()
                self.rename(kept, self.place(target))
                return f"bring {old} back as {target}"
        if kind == "replace" and self.read(chosen[0]) not in self.containers:
            facts, (words, data) = os.stat(self.place(chosen[0])), self.new(picks[3])
            self.write_over(chosen[0], data)
            os.utime(self.place(chosen[0]), ns=(facts.st_atime_ns, facts.st_mtime_ns))
            return f"replace {chosen[0]} in place, with its size and time: {words}"
        if kind == "hard link" and not os.path.lexists(self.place(name)):
            os.makedirs(os.path.dirname(self.place(name)), exist_ok=True)
            os.link(self.place(chosen[0]), self.place(name))
            return f"link {name} to {chosen[0]}"
        if kind == "symbolic link":
            link = f"link{picks[1] % 2}"
            if os.path.lexists(self.place(link)):
                os.unlink(self.place(link))
            os.symlink(chosen[0], self.place(link))
            return f"let the symbolic link {link} lead to {chosen[0]}"
        if kind.startswith("respell"):
            return self.respell(chosen[0], kind, picks)
        if kind.endswith("directory") or kind.endswith("directories"):
            return self.move_folders(kind, picks)
        return self.change_members(picks) if kind == "change members" else None

    def rotate(self, paths):
        if len(set(paths)) < len(paths):
            return None
        aside = os.path.join(self.attic, "aside")
        os.rename(self.place(paths[0]), aside)
        for path, following in zip(paths, paths[1:]):
            os.rename(self.place(following), self.place(path))
        os.rename(aside, self.place(paths[-1]))
        return f"rotate the names {', '.join(paths)}"

    def respell(self, path, kind, picks):
        folder, old = os.path.split(path)
        if kind.endswith("case"):
            other = old.upper() if old == old.lower() else old.lower()
        else:
            composed = unicodedata.normalize("NFC", old)
            other = unicodedata.normalize("NFD", old) if composed == old else composed
        target = os.path.join(folder, other)
        if target == path or os.path.isdir(self.place(target)):
            return None
        os.rename(self.place(path), self.place(target))
        if picks[1] % 2:
            return f"respell {path} as {target}"
        words, data = self.new(picks[3])
        self.write(path, data)
        return f"respell {path} as {target}, and create {path}: {words}"

    def move_folders(self, kind, picks):
        folders = [path for path in self.entries(os.path.isdir) if "/" not in path]
        folders = [path for path in folders if not os.path.islink(self.place(path))]
        if not folders or kind.startswith("swap") and len(folders) < 2:
            return None
        folder, target = folders[picks[0] % len(folders)], f"g{picks[2] % 2}"
        if kind.startswith("swap"):
            return self.rotate([folder, folders[picks[1] % len(folders)]])
        if os.path.lexists(self.place(target)):
            return None
        os.rename(self.place(folder), self.place(target))
        return f"rename the directory {folder} to {target}"

    def create_container(self, name, picks):
        members = [(f"{member}.pnm", content(picks[index] % 5, index % 2)[1])
                   for index, member in enumerate(["a", "b", "x/c"][:1 + picks[1] % 3])]
        container = Container(picks[0] % 2 == 0, TEA if picks[2] % 2 else "They are attached.", members)
        self.write_container(name, container)
        kind = "mail" if container.is_mail else "archive"
        return f"create {name}: {kind} with {[member for member, _ in members]}, {container.text[:9]}"

    def write_container(self, name, container):
        data = container.bytes()
        self.containers[data] = container
        self.write(name, data)

    def change_members(self, picks):
        for path in self.files():
            container = self.containers.get(self.read(path))
            if container is None:
                continue
            members = list(container.members)
            first, second = picks[0] % len(members), picks[1] % len(members)
            names = [name for name, _ in members]
            if first != second and picks[2] % 2 == 0:
                names[first], names[second] = names[second], names[first]
                words = f"swap the members {first} and {second} of {path}"
            elif len(members) > 1 and picks[2] % 3 == 0:
                del members[first], names[first]
                words = f"remove the member {first} of {path}"
            else:
                names[first] = f"n{picks[3] % 3}.pnm"
                words = f"rename the member {first} of {path} to {names[first]}"
            if len(set(names)) < len(names):
                return None
            members = [(name, data) for name, (_, data) in zip(names, members)]
            self.write_container(path, Container(container.is_mail, container.text, members))
            return words
        return None
