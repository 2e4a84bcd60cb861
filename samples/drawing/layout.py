"""Sets rows of text as a receipt printer or an office printer does, and keeps what was set as expected text."""

import random
from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont

FONTS = {
    "coding": "/usr/share/fonts/truetype/nanum/NanumGothicCoding.ttf",
    "coding-bold": "/usr/share/fonts/truetype/nanum/NanumGothicCodingBold.ttf",
    "gothic": "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
    "gothic-bold": "/usr/share/fonts/truetype/nanum/NanumGothicBold.ttf",
    "myeongjo": "/usr/share/fonts/truetype/nanum/NanumMyeongjo.ttf",
    "barun": "/usr/share/fonts/truetype/nanum/NanumBarunGothic.ttf",
    "dotum": "/usr/share/fonts/truetype/baekmuk/dotum.ttf",
    "batang": "/usr/share/fonts/truetype/baekmuk/batang.ttf",
    "hebrew": "/usr/share/fonts/truetype/culmus/HadasimCLM-Regular.ttf",
}


def load_font(name, pixels):
    # The basic layout engine: the other one is not installed everywhere and would set the same text differently.
    return ImageFont.truetype(FONTS[name], pixels, layout_engine=ImageFont.Layout.BASIC)


@dataclass
class Row:
    """One printed line: cells at columns of a grid (a negative column is the right end of the cell, counted from the right)."""

    cells: list = field(default_factory=list)
    align: str = "left"
    wide: int = 1
    high: int = 1
    bold: bool = False
    inverse: bool = False
    rule: str = ""
    barcode: str = ""
    gap: float = 0.0

    @property
    def expected(self):
        return "" if self.rule else " ".join(text for text, _ in self.cells if text)


def line(text, **style):
    return Row([(text, 0)], **style)


def centred(text, **style):
    return Row([(text, 0)], align="centre", **style)


def pair(left, right, **style):
    return Row([(left, 0), (right, -1)], **style)


def cells(*placed, **style):
    return Row(list(placed), **style)


def rule(symbol="-"):
    return Row(rule=symbol)


def gap(lines=0.5):
    return Row(gap=lines)


def barcode(digits):
    return Row(cells=[(digits, 0)], align="centre", barcode=digits)


def expected(rows):
    return "\n".join(row.expected for row in rows if row.expected)


def receipt(rows, name="coding", pixels=24, columns=42, margin=24, leading=1.3):
    """A strip of paper, black on white, with the rows on a grid of half-width cells."""
    cell = pixels / 2
    width = round(columns * cell) + 2 * margin
    heights = [_height(row, pixels, leading) for row in rows]
    paper = Image.new("L", (width, sum(heights) + 3 * margin), 255)
    top = margin
    for row, height in zip(rows, heights):
        _print(paper, row, top, name, pixels, columns, margin)
        top += height
    return paper


def _height(row, pixels, leading):
    if row.gap:
        return round(row.gap * pixels * leading)
    if row.barcode:
        return round(pixels * 4.6)
    return round(pixels * leading * row.high)


def _print(paper, row, top, name, pixels, columns, margin):
    inside = paper.width - 2 * margin
    draw = ImageDraw.Draw(paper)
    font = load_font(name + "-bold" if row.bold and name + "-bold" in FONTS else name, pixels)
    if row.rule:
        count = int(inside / font.getlength(row.rule))
        draw.text((margin, top), row.rule * count, font=font, fill=0)
        return
    if row.barcode:
        _bars(draw, row.barcode, margin + inside // 6, top, inside * 2 // 3, pixels * 3)
        top += round(pixels * 3.3)
    for text, column in row.cells:
        strip = _set(text, font, pixels, row)
        if row.align == "centre":
            left = margin + (inside - strip.width) // 2
        elif column < 0:
            # -1 ends at the right margin, -n ends n-1 cells before it.
            left = margin + inside - round((-column - 1) * pixels / 2) - strip.width
        else:
            left = margin + round(column * pixels / 2)
        if row.inverse:
            strip = strip.point(lambda value: 255 - value)
        paper.paste(strip, (left, top))


def _set(text, font, pixels, row):
    """The text on its own strip; doubled sizes double the dots, as a thermal head does."""
    pad = pixels // 2 if row.inverse else 0
    strip = Image.new("L", (round(font.getlength(text)) + 2 * pad + 1, round(pixels * 1.25)), 255)
    ImageDraw.Draw(strip).text((pad, 0), text, font=font, fill=0)
    if row.wide > 1 or row.high > 1:
        strip = strip.resize((strip.width * row.wide, strip.height * row.high), Image.NEAREST)
    return strip


def _bars(draw, digits, left, top, width, height):
    """Stripes that look like a bar code; they code nothing."""
    stripes = random.Random(digits)
    x = left
    while x < left + width:
        thick = stripes.choice((2, 2, 3, 5))
        draw.rectangle((x, top, x + thick - 1, top + height), fill=0)
        x += thick + stripes.choice((2, 3, 4))


def page(blocks, name="myeongjo", pixels=32, size=(1654, 2339), margin=190, leading=1.65, columns=1, gutter=90):
    """An office page: paragraphs broken at spaces; returns the picture and its lines.

    A block is (text, style); the styles are "title", "right", "small" and "body". With two columns the body runs
    down the first one and then the second; titles span both.
    """
    paper = Image.new("L", size, 255)
    draw = ImageDraw.Draw(paper)
    wide = size[0] - 2 * margin
    column = (wide - gutter * (columns - 1)) // columns
    top, left, lines, start, filled = margin, margin, [], None, 0
    for text, style in blocks:
        body = style == "body"
        height = {"title": round(pixels * 1.6), "small": round(pixels * 0.8)}.get(style, pixels)
        font = load_font(name, height)
        if body and start is None:
            start = top
        for words in _break(text, font, column if body else wide):
            if body and columns > 1 and top > size[1] - margin - height and filled < columns - 1:
                filled += 1
                left, top = left + column + gutter, start
            x = size[0] - margin - font.getlength(words) if style == "right" else left
            if style == "title":
                x = (size[0] - font.getlength(words)) / 2
            draw.text((x, top), words, font=font, fill=0)
            lines.append(words)
            top += round(height * leading)
        top += round(height * leading * 0.6)
    return paper, "\n".join(lines)


def _break(text, font, width):
    lines, current = [], ""
    for word in text.split():
        longer = f"{current} {word}".strip()
        if current and font.getlength(longer) > width:
            lines.append(current)
            current = word
        else:
            current = longer
    return lines + [current]
