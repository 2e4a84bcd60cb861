#!/usr/bin/python3
"""Draws PDF documents by every producer that is there: draw.py FOLDER [SHEETS]

Each sheet is a receipt or a letter of made-up words, drawn as a picture (FOLDER/pictures/NAME.png, with its text beside
it) and written as PDF by each producer in each of its ways (FOLDER/documents/NAME-PRODUCER-WAY.pdf): as a scan in gray, in
colours and in black and white, packed in every way that PDF knows, as text, and as both. A producer that is missing is named
and left out. `compare.py` says how well HanScan reads them.
"""
import html
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

PLACE = "/usr/share/fonts/truetype"
FONTS = [f"{PLACE}/nanum/NanumGothic.ttf", f"{PLACE}/nanum/NanumMyeongjo.ttf", f"{PLACE}/dejavu/DejaVuSans.ttf"]
ENGLISH = "bread milk coffee tea cheese apple orange sugar flour rice butter juice water paper soap total cash card".split()
KOREAN = "영수증 합계 부가세 공급가액 카드 현금 커피 우유 김밥 라면 두부 계란 사과 주차 택시 승인 번호 감사합니다".split()
RESOLUTION = 200


def sheet(number):
    """A page's lines and its picture, 200 pixels an inch."""
    chance = random.Random(number)
    is_korean = number % 3 < 2
    words = KOREAN if is_korean else ENGLISH
    font = ImageFont.truetype(FONTS[number % 2] if is_korean else FONTS[2], chance.choice([28, 32, 38]))
    lines = [" ".join(chance.sample(words, 3))]
    for _ in range(chance.randint(8, 18)):
        lines.append(f"{' '.join(chance.sample(words, 2))} {chance.randint(1, 9)} {chance.randint(10, 990) * 100:,}")
    lines.append(f"{'합계' if is_korean else 'Total'} {chance.randint(1000, 9999) * 10:,}")
    picture = Image.new("RGB", (1000, 120 + 62 * len(lines)), "white")
    pen = ImageDraw.Draw(picture)
    for index, line in enumerate(lines):
        pen.text((80, 60 + 62 * index), line, fill=(20, 20, 30 if number % 2 else 120), font=font)
    return lines, picture


class Producers:
    """What writes documents; each way is a function of lines, a picture's path, that of the new file, and a scratch folder."""

    def ways(self):
        for name in sorted(dir(self)):
            if "_" in name and not name.startswith("_"):
                yield name, getattr(self, name)

    @staticmethod
    def _call(*words, **environment):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, **environment})

    @staticmethod
    def _saved(picture, place, ending, mode, **more):
        path = os.path.join(place, "page." + ending)
        Image.open(picture).convert(mode).save(path, dpi=(RESOLUTION, RESOLUTION), **more)
        return path

    def img2pdf_jpeg(self, lines, picture, out, place):
        self._call("img2pdf", self._saved(picture, place, "jpg", "RGB", quality=90), "-o", out)

    def img2pdf_gray(self, lines, picture, out, place):
        self._call("img2pdf", self._saved(picture, place, "png", "L"), "-o", out)

    def img2pdf_fax(self, lines, picture, out, place):
        self._call("img2pdf", self._saved(picture, place, "tif", "1", compression="group4"), "-o", out)

    def img2pdf_jp2(self, lines, picture, out, place):
        path = os.path.join(place, "page.jp2")
        Image.open(picture).save(path, quality_mode="dB", quality_layers=[42])
        self._call("img2pdf", "--imgsize", f"{RESOLUTION}dpi", path, "-o", out)

    def _imagemagick(self, picture, out, place, compression):
        # Debian forbids ImageMagick to write PDF for the sake of servers; a user's own policy allows it.
        policy = os.path.join(place, "ImageMagick")
        os.makedirs(policy)
        with open(os.path.join(policy, "policy.xml"), "w", encoding="utf-8") as file:
            file.write('<policymap><policy domain="coder" rights="read|write" pattern="PDF"/></policymap>')
        self._call("convert", picture, "-density", str(RESOLUTION), "-units", "PixelsPerInch", "-compress", compression,
                   "pdf:" + out, XDG_CONFIG_HOME=place)

    def imagemagick_zip(self, lines, picture, out, place):
        self._imagemagick(picture, out, place, "Zip")

    def imagemagick_jpeg(self, lines, picture, out, place):
        self._imagemagick(picture, out, place, "JPEG")

    def imagemagick_fax(self, lines, picture, out, place):
        self._imagemagick(self._saved(picture, place, "png", "1"), out, place, "Group4")

    def _libreoffice(self, path, out, place, *options):
        # A profile of its own, so that no other LibreOffice is asked; the next document finds it made.
        self._call("soffice", f"-env:UserInstallation=file://{tempfile.gettempdir()}/hanscan-libreoffice-{os.getuid()}",
                   "--headless", *options, "--convert-to", "pdf", "--outdir", place, path)
        shutil.move(os.path.splitext(path)[0] + ".pdf", out)

    def libreoffice_picture(self, lines, picture, out, place):
        self._libreoffice(self._saved(picture, place, "png", "RGB"), out, place)

    def libreoffice_text(self, lines, picture, out, place):
        path = os.path.join(place, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
            file.write(f'<html><meta charset="utf-8"><body style="font-family: NanumGothic">{paragraphs}</body></html>')
        # As a text document: as a page of the web its first paragraph would be lost.
        self._libreoffice(path, out, place, "--infilter=HTML (StarWriter)")

    def ghostscript_screen(self, lines, picture, out, place):
        self.img2pdf_gray(lines, picture, place + "/in.pdf", place)
        self._call("gs", "-q", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/printer", "-o", out, place + "/in.pdf")

    def ghostscript_image(self, lines, picture, out, place):
        self.img2pdf_gray(lines, picture, place + "/in.pdf", place)
        self._call("gs", "-q", "-sDEVICE=pdfimage8", f"-r{RESOLUTION}", "-o", out, place + "/in.pdf")

    def ghostscript_text(self, lines, picture, out, place):
        self.cairo_text(lines, picture, place + "/in.pdf", place)
        self._call("gs", "-q", "-sDEVICE=pdfwrite", "-o", out, place + "/in.pdf")

    def cairo_text(self, lines, picture, out, place):
        import cairo
        with Image.open(picture) as drawn:
            scale, size = 72 / RESOLUTION, drawn.size
        surface = cairo.PDFSurface(out, size[0] * scale, size[1] * scale)
        pen = cairo.Context(surface)
        pen.select_font_face("NanumGothic")
        pen.set_font_size(12)
        for index, line in enumerate(lines):
            pen.move_to(80 * scale, (60 + 62 * index + 34) * scale)
            pen.show_text(line)
        surface.finish()

    def cairo_image(self, lines, picture, out, place):
        import cairo
        image = cairo.ImageSurface.create_from_png(self._saved(picture, place, "png", "RGB"))
        scale = 72 / RESOLUTION
        surface = cairo.PDFSurface(out, image.get_width() * scale, image.get_height() * scale)
        pen = cairo.Context(surface)
        pen.scale(scale, scale)
        pen.set_source_surface(image)
        pen.paint()
        surface.finish()

    def cairo_mixed(self, lines, picture, out, place):
        import cairo
        image = cairo.ImageSurface.create_from_png(self._saved(picture, place, "png", "RGB"))
        scale, half = 72 / RESOLUTION, 60 + 62 * (len(lines) // 2)
        surface = cairo.PDFSurface(out, image.get_width() * scale, image.get_height() * scale)
        pen = cairo.Context(surface)
        pen.save()
        pen.scale(scale, scale)
        pen.rectangle(0, 0, image.get_width(), half)
        pen.clip()
        pen.set_source_surface(image)
        pen.paint()
        pen.restore()
        pen.select_font_face("NanumGothic")
        pen.set_font_size(12)
        for index, line in list(enumerate(lines))[len(lines) // 2:]:
            pen.move_to(80 * scale, (60 + 62 * index + 34) * scale)
            pen.show_text(line)
        surface.finish()

    def poppler_again(self, lines, picture, out, place):
        self.img2pdf_jpeg(lines, picture, place + "/in.pdf", place)
        self._call("pdftocairo", "-pdf", place + "/in.pdf", out)

    def qpdf_rotated(self, lines, picture, out, place):
        turned = os.path.join(place, "turned.png")
        Image.open(picture).transpose(Image.Transpose.ROTATE_90).save(turned, dpi=(RESOLUTION, RESOLUTION))
        self._call("img2pdf", turned, "-o", place + "/in.pdf")
        self._call("qpdf", place + "/in.pdf", "--rotate=+90", out)

    def qpdf_locked(self, lines, picture, out, place):
        self.img2pdf_gray(lines, picture, place + "/in.pdf", place)
        self._call("qpdf", place + "/in.pdf", "--encrypt", "", "owner", "256", "--", "--linearize", out)

    def mupdf_clean(self, lines, picture, out, place):
        self.img2pdf_jpeg(lines, picture, place + "/in.pdf", place)
        self._call("mutool", "clean", "-gggz", place + "/in.pdf", out)

    def pillow_pdf(self, lines, picture, out, place):
        Image.open(picture).save(out, resolution=RESOLUTION)

    def pikepdf_jbig2(self, lines, picture, out, place):
        import pikepdf
        self.img2pdf_fax(lines, picture, place + "/in.pdf", place)
        with pikepdf.open(place + "/in.pdf") as document:
            image = next(iter(document.pages[0].images.values()))
            size = int(image.Width), int(image.Height)
            # A generic region of JBIG2 may be packed as a fax page is (T.88, 6.2.6).
            segment = lambda number, kind, body: struct.pack(">IBBBI", number, kind, 0, 1, len(body)) + body
            page = segment(0, 48, struct.pack(">IIIIBH", *size, 0, 0, 0, 0))
            region = segment(1, 38, struct.pack(">IIIIBB", *size, 0, 0, 0, 1) + image.read_raw_bytes())
            image.write(page + region, filter=pikepdf.Name.JBIG2Decode)
            image.Decode = [1, 0]  # the fax page's ones are white
            document.save(out)

    def tesseract_layer(self, lines, picture, out, place):
        path = self._saved(picture, place, "png", "L")
        self._call("tesseract", path, out[:-4], "-l", "kor+eng", "pdf")

    def ocrmypdf_layer(self, lines, picture, out, place):
        self._call("ocrmypdf", "-q", "-l", "kor+eng", "--jobs", "1", self._saved(picture, place, "png", "L"), out)


def main():
    folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 11
    for name in ("pictures", "documents"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    missing, made = {}, 0
    for number in range(count):
        lines, drawn = sheet(number)
        picture = os.path.join(folder, "pictures", f"sheet{number:02}.png")
        drawn.save(picture, dpi=(RESOLUTION, RESOLUTION))
        with open(picture[:-4] + ".gt.txt", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        for name, write in Producers().ways():
            out = os.path.join(folder, "documents", f"sheet{number:02}-{name.replace('_', '-')}.pdf")
            with tempfile.TemporaryDirectory() as place:
                try:
                    write(lines, picture, out, place)
                    made += 1
                except (OSError, ImportError, subprocess.CalledProcessError) as problem:
                    missing[name] = str(problem)[:100]
                    if os.path.exists(out):
                        os.remove(out)
    for name, problem in missing.items():
        print(f"draw.py: not by {name}: {problem}", file=sys.stderr)
    print(f"{made} documents of {count} sheets in {folder}/documents")


if __name__ == "__main__":
    main()
