#!/usr/bin/python3
"""Draws the sample scans and writes their expected texts.

usage: draw.py [FOLDER]     (the folder of this program unless said otherwise)

scans/ holds what `make demo` reads, hard/ what the quality tests read. Beside NAME.png lies NAME.expected.txt; beside
a document of several pages NAME.p0001.expected.txt and so on. The same program draws the same files: random
numbers have fixed seeds. Needs Debian's python3-pil, python3-numpy, fonts-nanum, fonts-nanum-coding, fonts-baekmuk and culmus (`make samples`
brings them).
"""

import pathlib
import shutil
import sys
from dataclasses import replace

from PIL import Image

from drawing import content, degradation, layout
from drawing.content import in_one_size


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for part in ("scans", "hard"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    scans(folder / "scans")
    hard(folder / "hard")
    files = sorted(path for part in ("scans", "hard") for path in (folder / part).iterdir())
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB in {folder}")


def scans(folder):
    """The samples of the demo: every line in one size, as doubled titles belong to `hard`."""
    mart = degradation.scanned(layout.receipt(in_one_size(content.mart())))
    grey_png(folder / "mart-ko.png", mart)
    say(folder / "mart-ko", layout.expected(content.mart()))
    # The same bytes again: a duplicate, with the same text.
    shutil.copyfile(folder / "mart-ko.png", folder / "repeated-mart-ko.png")
    say(folder / "repeated-mart-ko", layout.expected(content.mart()))

    cafe = degradation.scanned(layout.receipt(in_one_size(content.cafe()), columns=38))
    grey_png(folder / "cafe-en.png", cafe)
    say(folder / "cafe-en", layout.expected(content.cafe()))

    diner = degradation.scanned(layout.receipt(in_one_size(content.diner()), name="gothic", pixels=30, columns=44))
    grey_png(folder / "diner-mixed.png", diner)
    say(folder / "diner-mixed", layout.expected(content.diner()))

    pages = [layout.receipt(in_one_size(content.statement(number))) for number in (1, 2, 3)]
    tiff(folder / "statement-3-pages.tif", pages)
    for number in (1, 2, 3):
        say(folder / f"statement-3-pages.p{number:04d}", layout.expected(content.statement(number)))

    phone = degradation.noisy(degradation.scanned(layout.receipt(in_one_size(content.pharmacy()))), 3, seed=6)
    sideways_jpeg(folder / "pharmacy-exif-6.jpg", phone)
    say(folder / "pharmacy-exif-6", layout.expected(content.pharmacy()))

    grey_png(folder / "hardware-tilted.png", degradation.skewed(degradation.scanned(layout.receipt(in_one_size(content.hardware()))), 3))
    say(folder / "hardware-tilted", layout.expected(content.hardware()))

    empty = degradation.noisy(Image.new("L", (620, 877), 247), 1.5, seed=7)
    empty.save(folder / "blank.jpg", quality=80, dpi=(75, 75))
    say(folder / "blank", "")

    letter = [layout.page(blocks, name="gothic") for blocks in content.LETTER]
    tiff(folder / "letter-2-pages.tif", [picture for picture, _ in letter])
    for number, (_, text) in enumerate(letter, start=1):
        say(folder / f"letter-2-pages.p{number:04d}", text)

    parking = degradation.faded(degradation.thermal(layout.receipt(in_one_size(content.parking()), columns=34)), 0.55, seed=8)
    parking.save(folder / "parking-faded.jpg", quality=85, dpi=(203, 203))
    say(folder / "parking-faded", layout.expected(content.parking()))


def hard(folder):
    """Receipts and documents with what makes reading hard: degraded, rotated, skewed, photographed, in columns."""
    clean = layout.receipt(content.mart())
    grey_png(folder / "clean.png", degradation.scanned(clean))
    grey_png(folder / "rotated-90.png", degradation.scanned(clean).transpose(Image.ROTATE_270))
    grey_png(folder / "rotated-180.png", degradation.scanned(clean).transpose(Image.ROTATE_180))
    jpeg(folder / "tilted-10.jpg", degradation.skewed(degradation.thermal(clean), -10, ground=250))
    jpeg(folder / "shaded.jpg", degradation.noisy(degradation.shaded(degradation.thermal(clean)), 3, seed=11))
    jpeg(folder / "faded.jpg", degradation.faded(degradation.thermal(clean), 0.32, seed=12))
    jpeg(folder / "creased.jpg", degradation.noisy(degradation.creased(degradation.thermal(clean), seed=13), 3, seed=13))
    for name in ("clean", "rotated-90", "rotated-180", "tilted-10", "shaded", "faded", "creased"):
        say(folder / name, layout.expected(content.mart()))

    # A photo in perspective: the upper edge is shorter, the left side lower.
    photo = degradation.thermal(layout.receipt(content.diner(), columns=44))
    height = photo.height
    corners = [(205, 110), (800, 75), (870, 110 + height), (130, 150 + height)]
    photographed = degradation.shaded(degradation.photographed(degradation.noisy(photo, 2, 14), corners, (1000, height + 260), 14), 0.25)
    jpeg(folder / "desk.jpg", photographed, 72)
    say(folder / "desk", layout.expected(content.diner()))

    three = [content.parking(), content.pharmacy(), content.hardware()]
    columns, angles = (34, 42, 42), (-1.5, 1, -0.5)
    bed = Image.new("L", (1760, 920), 214)
    left = 50
    for rows, width, angle in zip(three, columns, angles):
        paper = degradation.thermal(layout.receipt(rows, columns=width))
        mask = degradation.skewed(Image.new("L", paper.size, 255), angle, ground=0)
        bed.paste(degradation.skewed(paper, angle), (left, 60), mask)
        left += mask.width + 60
    jpeg(folder / "three-on-a-page.jpg", degradation.noisy(bed, 2, seed=15))
    say(folder / "three-on-a-page", "\n".join(layout.expected(rows) for rows in three))

    picture, text = layout.page(content.COLUMNS, name="batang", columns=2, pixels=30, margin=150, size=(1654, 1330))
    tiff(folder / "two-columns.tif", [picture])
    say(folder / "two-columns", text)

    grey_png(folder / "menu.png", degradation.scanned(layout.receipt(content.menu(), name="barun", pixels=26, columns=36)))
    say(folder / "menu", layout.expected(content.menu()))

    # No expected text: nothing of it is to be read. Its letters are set from the right, as its font does.
    foreign = layout.receipt([in_reverse(row) for row in content.hebrew()], name="hebrew", pixels=28, columns=36)
    grey_png(folder / "hebrew.png", degradation.scanned(foreign))

    grey_png(folder / "sizes.png", degradation.scanned(layout.receipt(content.sale(), name="dotum")))
    say(folder / "sizes", layout.expected(content.sale()))


def in_reverse(row):
    """The basic layout engine sets letters from left to right."""
    return replace(row, cells=[(text if text[0].isdigit() else text[::-1], column) for text, column in row.cells])


def grey_png(path, picture):
    # Sixteen greys are what the text needs and half of what 256 take.
    picture.point(lambda value: round(value / 17) * 17).save(path, optimize=True, dpi=(203, 203))


def jpeg(path, picture, quality=80):
    picture.save(path, quality=quality, dpi=(203, 203))


def sideways_jpeg(path, picture):
    """As a phone stores it: the rows of the sensor, with EXIF orientation 6."""
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.transpose(Image.ROTATE_90).save(path, quality=85, dpi=(203, 203), exif=exif)


def tiff(path, pages):
    bits = [page.convert("1", dither=Image.NONE) for page in pages]
    bits[0].save(path, save_all=True, append_images=bits[1:], compression="group4", dpi=(200, 200))


def say(path, text):
    path.with_name(path.name + ".expected.txt").write_text(text + "\n" if text else "", encoding="utf-8")


if __name__ == "__main__":
    main()
