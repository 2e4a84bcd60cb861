"""Degradations of a clean print by paper, printers, scanners and phones: 8-bit grey or RGB, angles in degrees."""

import numpy
from PIL import Image, ImageDraw, ImageFilter


def scanned(picture, softness=0.5):
    """The soft edges that a scanner leaves, without noise."""
    return picture.filter(ImageFilter.GaussianBlur(softness))


def skewed(picture, angle, ground=255):
    return picture.rotate(angle, expand=True, fillcolor=ground, resample=Image.BICUBIC)


def noisy(picture, amount, seed):
    values = numpy.asarray(picture).astype(numpy.float32)
    noise = numpy.random.RandomState(seed).normal(0, amount, values.shape[:2])
    return _picture(values + (noise if values.ndim == 2 else noise[:, :, None]))


def shaded(picture, dark=0.45, angle=25):
    """Light that falls off across the page, with the soft edge of a shadow."""
    width, height = picture.size
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    radians = numpy.deg2rad(angle)
    along = (x / width) * numpy.cos(radians) + (y / height) * numpy.sin(radians)
    light = 1 - dark * along
    edge = 1 / (1 + numpy.exp(-(along - 0.75) * 30))
    values, light = numpy.asarray(picture), light - 0.15 * edge
    return _picture(values * (light if values.ndim == 2 else light[:, :, None]))


def faded(picture, strength=0.42, seed=0, paper=238):
    """Old thermal print: pale, uneven down the page, with streaks where a dot of the print head is dead."""
    chance = numpy.random.RandomState(seed)
    ink = 1 - numpy.asarray(picture).astype(numpy.float32) / 255
    height, width = ink.shape
    rows = numpy.interp(numpy.arange(height), numpy.linspace(0, height, 9), chance.uniform(0.75, 1.15, 9))
    ink *= (strength * rows)[:, None]
    for column in chance.choice(width, 3, replace=False):
        ink[:, column] *= 0.3
    return _picture(paper * (1 - ink) + chance.normal(0, 3, ink.shape))


def thermal(picture):
    """The dots of a print head, on or off, then scanned."""
    return scanned(picture.point(lambda value: 0 if value < 150 else 255), 0.7)


def creased(picture, seed):
    """Folds across the paper: a bright and a dark line beside each other."""
    chance = numpy.random.RandomState(seed)
    values = numpy.asarray(picture).astype(numpy.float32)
    y = numpy.arange(values.shape[0], dtype=numpy.float32)
    for _ in range(2):
        middle = chance.uniform(0.25, 0.8) * len(y)
        fold = 18 * numpy.exp(-(((y - middle) / 5) ** 2)) - 34 * numpy.exp(-(((y - middle - 7) / 5) ** 2))
        values = values + fold[:, None]
    return _picture(values)


def desk(size, seed):
    """A wooden desk: grain along the width, knots of light and dark."""
    width, height = size
    chance = numpy.random.RandomState(seed)
    small = chance.normal(0, 1, (height // 3 + 1, max(width // 90, 2)))
    grain = Image.fromarray(small.astype(numpy.float32)).resize(size, Image.BICUBIC)
    boards = numpy.sin(numpy.mgrid[0:height, 0:width][0] / height * 9 + numpy.asarray(grain) * 0.25)
    tone = 0.82 + 0.07 * boards + 0.05 * numpy.asarray(grain)
    return _picture(tone[:, :, None] * numpy.array([126, 92, 62], dtype=numpy.float32))


def photographed(picture, corners, size, seed):
    """The paper on a desk, photographed: `corners` are those of the paper, clockwise from the top left."""
    ground = desk(size, seed)
    paper = picture.convert("RGB")
    coefficients = _perspective(corners, paper.size)
    warped = paper.transform(size, Image.PERSPECTIVE, coefficients, Image.BICUBIC)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    shadow = Image.new("L", size, 0)
    ImageDraw.Draw(shadow).polygon([(x + 14, y + 18) for x, y in corners], fill=120)
    ground = Image.composite(Image.new("RGB", size, (30, 22, 16)), ground, shadow.filter(ImageFilter.GaussianBlur(14)))
    ground.paste(warped, (0, 0), mask.filter(ImageFilter.GaussianBlur(1)))
    return noisy(ground.filter(ImageFilter.GaussianBlur(0.6)), 3, seed)


def blurred(picture, softness, angle=None):
    """Out of focus, or, with an angle, moved along it while the picture was taken; the softness is in pixels."""
    if angle is None:
        return picture.filter(ImageFilter.GaussianBlur(softness))
    steps = max(1, round(3 * softness))
    radians = numpy.deg2rad(angle)
    total = numpy.zeros(numpy.asarray(picture).shape, numpy.float32)
    for step in range(-steps, steps + 1):
        along = 1.7 * softness * step / steps
        shift = (1, 0, along * numpy.cos(radians), 0, 1, along * numpy.sin(radians))
        total += numpy.asarray(picture.transform(picture.size, Image.AFFINE, shift, Image.BILINEAR, fillcolor=255))
    return _picture(total / (2 * steps + 1))


def dimmed(picture, light):
    """As much of the light as is said, 0 to 1."""
    return _picture(numpy.asarray(picture).astype(numpy.float32) * light)


def glaring(picture, reach, seed, spots=1):
    """Lamps mirrored on glossy paper: around each spot everything is white; the reach is a share of the width."""
    chance = numpy.random.RandomState(seed)
    values = numpy.asarray(picture).astype(numpy.float32) * 0.82
    height, width = values.shape[:2]
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    for _ in range(spots):
        cx, cy = chance.uniform(0.15, 0.85) * width, chance.uniform(0.1, 0.9) * height
        far = numpy.hypot(x - cx, (y - cy) * chance.uniform(0.6, 1.4)) / (reach * width)
        light = 420 / (1 + numpy.exp(numpy.minimum((far - 1) * 8, 50)))
        values += light if values.ndim == 2 else light[:, :, None]
    return _picture(values)


def cut(picture, left=0.0, top=0.0, right=0.0, bottom=0.0):
    """A part of the picture, without shares of its width and height."""
    width, height = picture.size
    return picture.crop((round(left * width), round(top * height), round((1 - right) * width), round((1 - bottom) * height)))


def _perspective(corners, size):
    """Pillow's eight numbers, which map a point of the photo to one of the paper."""
    width, height = size
    rows, target = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (width, 0), (width, height), (0, height))):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        target += [u, v]
    return numpy.linalg.solve(numpy.array(rows, dtype=float), numpy.array(target, dtype=float)).tolist()


def _picture(values):
    return Image.fromarray(values.clip(0, 255).astype(numpy.uint8))
