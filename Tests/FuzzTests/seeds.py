#!/usr/bin/python3
"""Writes the fuzzer's seeds anew: small sound inputs of every kind, from which it starts.

Inputs of findings are among them as `found-*` and are not changed.
"""
import io
import os
import struct
import tarfile
import zipfile

from PIL import Image

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Seeds")
U32, I32, I64 = (lambda *n: struct.pack(f"<{len(n)}I", *n)), (lambda *n: struct.pack(f"<{len(n)}i", *n)), \
    (lambda *n: struct.pack(f"<{len(n)}q", *n))


def seed(target, name, content):
    os.makedirs(os.path.join(HERE, target), exist_ok=True)
    with open(os.path.join(HERE, target, name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def text(word):
    return U32(len(word)) + word.encode()


def layer(kind, inputs, outputs, rest, flags=0):
    return b"\0" + text(kind) + b"\0\0" + I32(flags, inputs, outputs, 0) + text("L") + rest


def matrix(rows, columns, integer):
    head = struct.pack("<B", 0x81 if integer else 0x80) + U32(rows, columns)
    if integer:
        return head + bytes(1 + rows * columns) + U32(rows) + bytes(8 * rows)
    return head + bytes(8 + 8 * rows * columns)


def derived():
    """Pages as lines of bytes: of each line what it is, then where it stands, then its text."""
    rows = SHOP.split("\n")
    receipt = b"".join(bytes([48 + 6 * y, 40, 230]) + row.encode() + b"\n" for y, row in enumerate(rows))
    receipt += b"%" + bytes([5, 150, 120, 10, 180, 20, 3, 1, 110, 60, 1, 1, 4, 130, 230, 150, 20, 5, 90, 60]) + b"\n"
    receipt += b"#" + bytes([1, 200, 2, 3]) + b"20260314123456785500\n"
    receipt += b"@" + bytes([11, 130, 60, 61]) + b"\n@" + bytes([60, 62, 200, 3]) + b"\n"
    yield "receipt", receipt
    total, shop = bytes([8, 0, 40, 130]) + b"5500\n", bytes([0, 0, 40, 50]) + "은하상회\n".encode()
    yield "corrected", receipt + b"!" + total + b"!" + shop
    rows = ["The Annual Report", "Revenue grew in the third year, as in the", "year before; see below.", "1 Results 9"]
    document = b"".join(bytes([48 + 8 * y, 40 + 11 * y, 200 - 9 * y]) + row.encode() + b"\n" for y, row in enumerate(rows))
    yield "document", document + b"%" + bytes(
        [90, 20, 11, 60, 40, 90, 70, 60, 20, 190, 1, 160, 6, 190, 90, 50, 120, 60, 160, 170]) + b"\n"


def trace(total, numbers):
    return ('{"r":[{"m":{"approval number":"12345678?","date":"20260314","time":"1230","total":"%s"},"n":"%s"}]}'
            % (total, numbers))


def network(integer):
    lstm = layer("LSTM", 4, 3, I32(7) + b"".join(matrix(3, 8, integer) for _ in range(4)))
    layers = [layer("Input", 4, 4, I32(1, 4, 0, 1, 0)), layer("XYTranspose", 4, 3, U32(1) + lstm),
              layer("Softmax", 3, 5, matrix(5, 4, integer))]
    return (layer("Series", 4, 5, U32(len(layers)) + b"".join(layers)) + text("[1,4,0,1Lfx3O1c5]") + bytes(12)
            + I32(4) + bytes(12))


def print_network(mark):
    """A network that finds text, of one layer of each kind: a pyramid of two levels."""
    def row(*numbers):
        form = "%df" if mark[-1:] == b"1" else "%de"
        return (b"" if mark[-1:] == b"1" else struct.pack("<f", 2)) + struct.pack("<" + form % len(numbers), *numbers)

    def weighed(kind, source, channels, size, stride, act, count):
        return (I32(kind, 1, source, channels, size, stride, act) + struct.pack("<2f", 1, 0)
                + row(*(index % 7 / 8 - .4 for index in range(count))) + row(*[.125] * channels))

    layers = [weighed(1, 0, 4, 3, 2, 2, 108), weighed(2, 1, 4, 3, 1, 2, 36), weighed(1, 2, 4, 1, 2, 0, 16),
              I32(3, 1, 3, 4, 2, 1) + struct.pack("<2f", .2, .5) + row(*[.25] * 8) + row(0, .5) + row(*[.5] * 8) + row(*[0] * 4),
              I32(4, 2, 2, 4, 4, 2), I32(5, 2, 4, 5, 8, 2, 1), weighed(6, 6, 1, 2, 2, 3, 32)]
    return mark + I32(len(layers)) + b"".join(layers)


UNICHARSET = "3\nNULL 0 Common 0\na 3 0,255,0,255,0,0,0,0,0,0 Latin 1 0 1 a\t# a [61 ]a\n합 1 Hangul 2 0 2 합\n"
RECODER = U32(3) + b"".join(b"\1" + I32(len(codes), *codes) for codes in ([4], [0], [1, 2, 3]))


def model():
    parts = {0: b"preserve_interword_spaces 1\n", 17: network(True), 21: UNICHARSET.encode(), 22: RECODER,
             23: b"4.00.00:seed"}
    place, table, body = 4 + 24 * 8, b"", b""
    for number in range(24):
        table += I64(place + len(body) if number in parts else -1)
        body += parts.get(number, b"")
    return I32(24) + table + body


def tiff(order, big, pages):
    end = "<" if order == b"II" else ">"
    word, link = ("Q", 8) if big else ("I", 4)
    file = order + (struct.pack(end + "HHH", 43, 8, 0) if big else struct.pack(end + "H", 42))
    file += struct.pack(end + word, len(file) + link)
    for number in range(pages):
        entries = [(256, 4), (257, 3), (258, 8), (259, 1), (262, 1), (273, 8), (278, 3), (279, 12)]
        directory = struct.pack(end + ("Q" if big else "H"), len(entries))
        for tag, value in entries:
            directory += struct.pack(end + "HH" + word + word, tag, 4, 1, value)
        after = len(file) + len(directory) + link
        file += directory + struct.pack(end + word, after if number + 1 < pages else 0)
    return file + bytes(12)


def exif(order, orientation):
    end = "<" if order == b"II" else ">"
    return (order + struct.pack(end + "HI", 42, 8) + struct.pack(end + "H", 1)
            + struct.pack(end + "HHIHH", 0x112, 3, 1, orientation, 0) + bytes(4))


def pictures():
    picture = Image.new("L", (8, 6), 200)
    colour = Image.new("RGB", (8, 6), (200, 10, 30))
    block = b"Exif\0\0" + exif(b"MM", 6)
    yield "png", saved(picture, "PNG")
    yield "png-exif", saved(colour, "PNG", exif=block)
    yield "palette.png", saved(colour.quantize(4), "PNG")
    yield "jpeg", saved(colour, "JPEG")
    yield "jpeg-exif", saved(colour, "JPEG", exif=block)
    yield "progressive.jpeg", saved(colour, "JPEG", progressive=True)
    yield "gif", saved(picture, "GIF", comment=b"words")
    yield "frames.gif", animation()
    yield "bmp", saved(colour, "BMP")
    yield "webp", saved(colour, "WEBP", lossless=True)
    yield "webp-exif", saved(colour, "WEBP", exif=block)
    yield "jp2", saved(colour, "JPEG2000")
    yield "pnm", b"P5\n# words\n4 3\n255\n" + bytes(12)
    yield "tiff", saved(picture, "TIFF", compression="tiff_lzw")
    yield "pages.tiff", tiff(b"II", False, 3)
    yield "big.tiff", tiff(b"MM", True, 2)
    yield "pdf", b"%PDF-1.7\n"
    yield "heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"


def animation():
    """Three pictures upon each other: the screen, a part of it that is cleared, one that is seen through."""
    file = b"GIF89a" + struct.pack("<HHBBB", 8, 6, 0x80, 0, 0) + bytes([255, 255, 255, 0, 0, 0])
    for left, width, flags in [(0, 8, 4), (2, 3, 8), (1, 4, 13)]:
        file += bytes([0x21, 0xF9, 4, flags, 5, 0, 0, 0]) + b"\x2C" + struct.pack("<HHHHB", left, 1, width, 2, 0)
        file += bytes([2, 2, 0x44, 0x01, 0])
    return file + b"\x3B"


def saved(picture, kind, **more):
    file = io.BytesIO()
    picture.save(file, kind, **more)
    return file.getvalue()


def frame(payload):
    return struct.pack(">I", len(payload)) + payload


INSPECTION = (
    '{"version":1,"type":"inspection","id":7,"inspection":{"page":%s,'
    '"overview":{"width":40,"height":40,"png":"iVBORw0KGgo="},"scale":1,"papers":[[{"x":1.5,"y":2}]],'
    '"prepared":[{"width":40,"height":40,"png":"iVBORw0KGgo="}],"lines":[{"kind":"text","outline":[{"x":1,"y":2}],'
    '"text":"합계","confidence":0.5,"isDoubtful":true,"chosen":0,"words":[{"text":"합계","confidence":0.5,"outline":[]}],'
    '"readings":[{"text":"합계","networkConfidence":0.5,"shape":"as found","picture":{"width":9,"height":48,'
    '"png":"iVBORw0KGgo="}}],"characters":[{"text":"합","signals":[0.5,1]}]}]}}')


SLIP = """신용승인
가맹점명: 늘봄국수
사업자번호: 123-45-67861|123-45-67891
거래일시: 2026/03/14(토) 12:40:10
금 액: 6,818원
부가세: 982원|682원
합 계: 7,500원
카드번호: 6200-11**-****-2468 할부: 일시불
승인번호: 30012399
"""
SHOP = """BLUE LANTERN HARDWARE SDN BHD
NO. 12, JALAN KELAPA 3/4,
43000 KAJANG, SELANGOR.
DATE: 14 MAR 2018 5:21 PM
QTY DESCRIPTION PRICE AMOUNT
2 NAIL BOX 5.30 10.60
SUBTOTAL RM10.60
ROUNDING ADJ -.02
TOTAL RM10.58
CASH 50.00
CHANGE 39.42
\x0c영수증
합계 5,000
2026.03.14 오후 7:05
"""


INVOICE = """<?xml version="1.0" encoding="UTF-8"?>
<TaxInvoice xmlns="urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0">
<TaxInvoiceDocument><IssueID>202603141000000012345678</IssueID><TypeCode>0101</TypeCode>
<IssueDateTime>20260314</IssueDateTime><PurposeCode>02</PurposeCode></TaxInvoiceDocument><TaxInvoiceTradeSettlement>
<InvoicerParty><ID>1234567891</ID><NameText>견본전자&amp;</NameText></InvoicerParty>
<InvoiceeParty><ID>2208162517</ID><NameText><![CDATA[예시상사]]></NameText></InvoiceeParty>
<SpecifiedMonetarySummation><ChargeTotalAmount>30000</ChargeTotalAmount><TaxTotalAmount>3000</TaxTotalAmount>
<GrandTotalAmount>33000</GrandTotalAmount></SpecifiedMonetarySummation></TaxInvoiceTradeSettlement>
<TaxInvoiceTradeLineItem><NameText>서류 보관함</NameText><InvoiceAmount>30000</InvoiceAmount>
<ChargeableUnitQuantity>2</ChargeableUnitQuantity><UnitPrice><UnitAmount>15000</UnitAmount></UnitPrice>
</TaxInvoiceTradeLineItem></TaxInvoice>"""


def zip_archive(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


MAIL = """From: a@example.org
Subject: =?euc-kr?B?v7W89sH1?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=edge

--edge
Content-Type: text/plain

hello
--edge
Content-Type: image/png; name*=utf-8''%EC%98%81.png
Content-Transfer-Encoding: base64

aGVsbG8=
--edge
Content-Type: message/rfc822

From: b@example.org
Content-Type: application/pdf; name="a.pdf"

JVBERi0=
--edge--
"""


def main():
    seed("frames", "two", b"\x03" + frame(b"{}") + frame(b"words"))
    seed("frames", "too-long", b"\x8F" + frame(bytes(17)))
    seed("frames", "text", b"\x01hello, I am a library\n")
    word = '{"text":"합계","box":{"x":1,"y":2,"width":3,"height":4},"confidence":0.5,"candidates":[]}'
    line = ('{"kind":"text","block":0,"box":{"x":1,"y":2,"width":3,"height":4},"confidence":0.5,"readings":[],'
            f'"words":[{word}]}}')
    page = '{"width":40,"height":40,"confidence":0.98,"lines":[%s]}'
    seed("messages", "ready", '{"version":1,"type":"ready","layers":["noNewPrivileges","landlock","seccomp"]}')
    seed("messages", "unfit", '{"version":1,"type":"unfit","problem":{"code":"engine","message":"none"}}')
    seed("messages", "blank", '{"version":1,"type":"page","id":7,"reading":{"blank":{"width":4,"height":4}}}')
    seed("messages", "page", '{"version":1,"type":"page","id":7,"reading":{"recognised":{"_0":%s}}}' % (page % line))
    seed("messages", "inspection", INSPECTION % (page % line))
    seed("messages", "problem", '{"version":1,"type":"page","id":7,"problem":{"code":"truncated","message":"cut"}}')
    seed("messages", "job", '{"version":1,"type":"page","page":{"id":7,"kind":"tiff","index":2,"offset":51344,'
         '"reduction":1}}')
    seed("model", "small", model())
    seed("unicharset", "three", UNICHARSET)
    seed("recoder", "three", RECODER)
    seed("network", "integer", network(True))
    seed("network", "float", network(False))
    seed("prints", "whole", print_network(b"HSPRINT1"))
    seed("prints", "halves", print_network(b"HSPRINT2"))
    seed("options", "run", "run\0in\0--out\0out\0--jobs=2\0-f\0text,json\0--page-timeout\0005m\0--page-memory=1G\0")
    seed("options", "more", "run\0--max-failures\0005%\0--settle=0.5\0--lang\0kor+eng\0--psm=6\0--set\0a=b\0--\0-x\0")
    seed("options", "list", "list\0--out\0out\0--state\0failed,blank\0--json\0")
    seed("list", "lines", b"\0a.png\nb c.png\n\nd/e.png")
    seed("list", "nul", b"\x81a.png\0b\nc.png\0")
    seed("list", "either", b"\x84a.png\0b.png\0")
    seed("glob", "stars", "**/*.p[a-n]g\nmarch/scan1.png")
    seed("glob", "set", "a[!b-d]?\\*\na한x*")
    seed("names", "numbers", "scans/scan2.png\nscans/scan10.png")
    seed("names", "marks", "a~/b.p0001.txt\nhanscan.x/영수증.png")
    seed("words", "words", '[["합계",1,-2,3,4,0.97],["a\\"\\u0001",1,2,3,4,1.0,"kor"],["c",1,2,3,4,0.5,null,"Latin",'
         '[["e",0.25]]]]')
    seed("words", "readings", '[["합계",0.5],["합겨",0.25]]')
    changes = [(0, 0, "7"), (1, 1, "recognised"), (8, 2, '{"code":"damaged","message":"x"}'),
               (17, 5, '[["a",1,2,3,4,1]]'), (10, 0, '{"rotation":90,"angle":0,"scale":1,"steps":[]}'), (14, 5, "9223372036854775807")]
    seed("rows", "columns", b"\n".join(bytes([column, page]) + value.encode() for column, page, value in changes))
    seed("search", "receipt", '합계 12,000 "카드 전표" 123-45-67890\n합 계 ₩12,000원\n신용카드 전표 1234567890\nGS25 Café coffee\n')
    seed("search", "scripts", "ー가한 abش C0FFEE\nabش 한국 コーヒー C0FFEE 합​계\n")
    seed("receipts", "slip", SLIP)
    seed("receipts", "shop", SHOP)
    seed("lexicon", "own", "# my shops\n[shop]\n123-45-67891 = 늘봄국수\n[paid]\n도합\n[cardBrand]\n하늘카드\n")
    for name, content in derived():
        seed("derived", name, content)
    numbers = "1234567891 20260314 1230 1500 3000 2500 2500 5000 500 5500 12345678?"
    seed("traces", "same", trace("5500", numbers) + "\f" + trace("5500", numbers.replace("3000", "3800?")))
    # Numbers that can be aligned in two ways with as many digits that agree.
    seed("traces", "either", trace("5500", numbers.replace("2500 2500", "250 2500")) + "\f"
         + trace("5500", numbers.replace("3000", "3801?")).replace(':"12345678?"', ':"1234678"'))
    seed("traces", "other", trace("5500", numbers) + "\f" + trace("6500", numbers.replace("1230", "1945")))
    seed("traces", "several", '{"r":[{"m":{},"n":"12 345"},{"m":{"time":"x","what":"1"},"n":""}]}\f{}')
    seed("tags", "three", "star=업무\ncheck=확인\ncircle=a=b\n")
    seed("tags", "none", "moon=a\n")
    for name, content in pictures():
        seed("document", name, content)
        seed("picture", name, content)
    for kind, (order, big) in enumerate([(b"II", False), (b"MM", False), (b"II", True), (b"MM", True)]):
        seed("tiff", f"kind-{kind}", bytes([kind]) + tiff(order, big, 2)[4:])
    seed("ink", "ring", bytes((1, 40)) + bytes(
        3 if 380 < (x - 32) ** 2 + (y - 60) ** 2 < 520 else 255 - (y + x) % 3 * 36 for y in range(120) for x in range(64)))
    seed("members", "several", b"0 f 120 a/b.png\0001 f -1 \xec\x98\x81\xec\x88\x98\xec\xa6\x9d.pdf\0002 e 9 ../x.jpg\0003 l 0 /etc/p\0"
         b"4 f 3 a/b.png\0005 d -1 Truncated input file\0")
    seed("members", "cut", b"0 f 1 \xec\x98\x81.png\x006 f 1 C:\\x\\..\\y.png\x007 m -1 \0")
    seed("unpack", "zip", b"\0" + zip_archive({"a.png": b"one", "b/../c.png": b"two" * 40}))
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as packed:
        for name in ("a.png", "영수증.png"):
            entry = tarfile.TarInfo(name)
            entry.size = 4
            packed.addfile(entry, io.BytesIO(b"tarr"))
    seed("unpack", "tar", b"\1" + archive.getvalue()[:4096])
    seed("unpack", "mail", b"\2" + MAIL.replace("\n", "\r\n").encode())
    box = "From a@example.org Mon Mar  2 09:00:00 2026\n" + MAIL
    seed("unpack", "mailbox", b"\2" + (box + "\n" + box.replace("utf-8''%EC%98%81", "euc-kr''%8Cc")).encode())
    seed("unpack", "uuencoded", b"\2From: a@example.org\nSubject: x\n\nbegin 644 a.png\n#86)C\n`\nend\n"
         b"begin-base64 600 b.png\nYWJj\n====\nbegin 644 words\n")
    seed("poppler", "pages", "Pages:          3\nPage    1 size: 595.276 x 841.89 pts (A4)\nPage    1 rot:  90\n"
         "Page    2 size: 612 x 792 pts (letter)\nPage    2 rot:  0\nPage    3 size: 1e9 x nan pts\n")
    seed("poppler", "images", "page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio\n"
         "-------\n   1     0 image    1700  2200  gray    1   8  jpeg   no         8  0   200   200  310K 8.5%\n"
         "   1     1 stencil   10    10  -       1   1  image  no   [inline]     72    72   13B 100%\n")
    seed("poppler", "words", '<page width="595.0" height="842.0"><flow><block xMin="1"><line xMin="56.8" yMin="57.1">\n'
         '<word xMin="56.8" yMin="57.1" xMax="120.5" yMax="70.4">&lt;한국&amp;ﬁ</word></line></block></flow></page>\n')
    seed("invoice", "items", INVOICE)
    seed("invoice", "declared", "<!DOCTYPE a [<!ENTITY b 'b'>]>" + INVOICE.split("?>")[1])
    many = " ".join(f"a{number}='='" for number in range(300))
    seed("invoice", "attributes", INVOICE.replace("<TaxInvoiceDocument>", f"<TaxInvoiceDocument {many}>"))
    seed("invoice", "wide", b"\xff\xfe" + INVOICE.replace("UTF-8", "UTF-16").encode("utf-16-le"))
    seed("exif", "little", exif(b"II", 6))
    seed("exif", "big", exif(b"MM", 8))


if __name__ == "__main__":
    main()
