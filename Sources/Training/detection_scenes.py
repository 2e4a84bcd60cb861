"""Scenes on which a network learns to find print: drawn pages as scanners and telephones see them.

A page lies flat or on a photograph, alone or with others, turned, bent, in shadow, out of focus. Nothing says where the
print is: the network that is learnt from does.
"""
import io
import math
import pathlib
import random
import zlib

import numpy
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps

PICTURES = (".jpg", ".jpeg", ".png", ".webp")


def pictures(folder):
  """The files below a folder that are pictures of more than 20 KB, in order."""
  return sorted(path for path in pathlib.Path(folder).rglob("*")
                if path.suffix.lower() in PICTURES and path.is_file() and path.stat().st_size > 20_000)


def taken(values, rows):
  """Values in rows and columns, their last sides, at other rows, which need not be whole numbers."""
  places = rows.clip(0, values.shape[-2] - 1)
  upper = numpy.floor(places).astype(int)
  lower = numpy.minimum(upper + 1, values.shape[-2] - 1)
  share = (places - upper)[:, None].astype(numpy.float32)
  return values[..., upper, :] * (1 - share) + values[..., lower, :] * share


class Scenes:
  """Scenes of pages and of photographs to lay them on."""

  def __init__(self, pages, grounds, seed):
    self.pages, self.grounds = pages, grounds
    self.height = self.width = 0
    self.is_stretched = False
    self.r, self.g = random.Random(seed), numpy.random.default_rng(zlib.crc32(seed.encode()))

  def often(self, share):
    return self.r.random() < share

  def opened(self, path, longest):
    picture = Image.open(path)
    picture.draft("RGB", (longest, longest))
    return picture.convert("RGB")

  def page(self):
    """A page whose print has the height that a first look at a picture gives it, or one that fills the scene.

    Pages that are stretched later have text that is high enough to be found as it is.
    """
    picture = self.opened(self.r.choice(self.pages), 1600)
    if self.is_stretched:
      share = math.exp(self.r.uniform(math.log(900), math.log(1800))) / max(picture.size)
    elif self.often(.4):
      share = min(self.width / picture.width, self.height / picture.height) * self.r.uniform(.85, 1.1)
    else:
      share = math.exp(self.r.uniform(math.log(420), math.log(1400))) / max(picture.size)
    return picture.resize([max(32, round(share * side)) for side in picture.size], Image.LANCZOS if share < 1 else Image.BICUBIC)

  def ground(self):
    """The ground of pages: a photograph, a tone, stripes as of wood."""
    r, width, height = self.r, self.width, self.height
    kind = r.random()
    if kind < .55 and self.grounds:
      picture = self.opened(r.choice(self.grounds), 2 * max(width, height))
      share = max(width / picture.width, height / picture.height) * r.uniform(1, 2.5)
      picture = picture.resize([max(side, round(share * length)) for side, length in zip((width, height), picture.size)], Image.BICUBIC)
      x, y = r.randint(0, picture.width - width), r.randint(0, picture.height - height)
      return picture.crop((x, y, x + width, y + height))
    tone = numpy.array([r.uniform(15, 250)] * 3) + self.g.normal(0, 18, 3)
    values = numpy.zeros((height, width, 1), numpy.float32)
    if kind < .8:
      is_upright = self.often(.5)
      rows, columns = (width, height) if is_upright else (height, width)
      across = self.g.normal(0, 1, (rows // r.choice((1, 2, 5)) + 1, 1))
      along = self.g.normal(0, 1, (rows, columns // 24 + 1))
      for part, strength in ((across, r.uniform(3, 22)), (along, r.uniform(1, 9))):
        grown = strength * numpy.asarray(Image.fromarray(part.astype(numpy.float32)).resize((columns, rows), Image.BICUBIC))
        values[:, :, 0] += grown.T if is_upright else grown
    else:
      values[:, :, 0] += numpy.asarray(Image.fromarray(self.g.normal(0, r.uniform(2, 25), (4, 4)).astype(numpy.float32)).resize((width, height), Image.BICUBIC))
      values += self.g.normal(0, r.uniform(0, 6), (height, width, 1))
    return Image.fromarray((tone + values).clip(0, 255).astype(numpy.uint8))

  def bent(self, picture):
    """Rows that rise and fall, as paper that does not lie flat has them."""
    r = self.r
    steps, reach, period, phase = 12, picture.height * r.uniform(.003, .02), r.uniform(.5, 2), r.uniform(0, 6.3)
    width, height = picture.size
    rise = [reach * numpy.sin(phase + 3.14 * period * step / steps) for step in range(steps + 1)]
    mesh = []
    for step in range(steps):
      left, right = width * step // steps, width * (step + 1) // steps
      mesh.append(((left, 0, right, height), (left, rise[step], left, height + rise[step], right, height + rise[step + 1], right, rise[step + 1])))
    return picture.transform(picture.size, Image.MESH, mesh, Image.BICUBIC, fillcolor=picture.getpixel((2, 2)))

  def laid(self, scene):
    """A scene with a page on it, seen at an angle."""
    r, size = self.r, (self.width, self.height)
    page = self.page()
    if self.often(.4):
      page = self.bent(page)
    if self.often(.25):
      page = ImageChops.multiply(page, Image.new("RGB", page.size, tuple(r.randint(170, 255) for _ in range(3))))
    width, height = page.size
    turn = numpy.radians(r.choice((0, 0, 0, 0, 0, 90, 180, 270)) + r.gauss(0, 7))
    corners = numpy.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    corners = corners @ numpy.array([(numpy.cos(turn), numpy.sin(turn)), (-numpy.sin(turn), numpy.cos(turn))])
    corners += numpy.array([r.uniform(.1, .9) * side for side in size])
    corners += self.g.normal(0, .02 * min(width, height), (4, 2))
    # From the scene's places to the page's.
    rows, wanted = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (width, 0), (width, height), (0, height))):
      rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
      wanted += [u, v]
    factors = numpy.linalg.solve(numpy.array(rows, float), numpy.array(wanted, float))
    seen = page.transform(size, Image.PERSPECTIVE, factors, Image.BICUBIC)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon([tuple(corner) for corner in corners], fill=255)
    if self.often(.5):  # its shadow
      shadow = ImageChops.offset(mask, r.randint(-9, 9), r.randint(-9, 9)).filter(ImageFilter.GaussianBlur(r.uniform(1, 9)))
      scene = Image.composite(ImageEnhance.Brightness(scene).enhance(r.uniform(.4, .9)), scene, shadow)
    return Image.composite(seen, scene, mask)

  def seen(self, scene):
    """Light, lens, sensor and file."""
    r, width, height = self.r, self.width, self.height
    if self.often(.45):
      light = self.g.uniform(r.uniform(.35, .9), 1.05, (3, 3)).astype(numpy.float32)
      light = numpy.asarray(Image.fromarray(light).resize((width, height), Image.BICUBIC))[:, :, None]
      scene = Image.fromarray((numpy.asarray(scene) * light).clip(0, 255).astype(numpy.uint8))
    if self.often(.2):
      mask = Image.new("L", (width, height), 255)
      ImageDraw.Draw(mask).polygon([(r.uniform(-.2, 1.2) * width, r.uniform(-.2, 1.2) * height) for _ in range(4)], fill=r.randint(90, 220))
      scene = ImageChops.multiply(scene, mask.filter(ImageFilter.GaussianBlur(r.uniform(1, 20))).convert("RGB"))
    if self.often(.3):
      scene = ImageEnhance.Contrast(scene).enhance(r.uniform(.35, 1.4))
    if self.often(.3):
      scene = ImageEnhance.Brightness(scene).enhance(r.uniform(.45, 1.3))
    if self.often(.25):
      scene = ImageOps.grayscale(scene).convert("RGB")
    if self.often(.06):
      scene = ImageOps.invert(scene)
    if self.often(.4):
      scene = scene.filter(ImageFilter.GaussianBlur(r.uniform(.2, 1.5)))
    if self.often(.4):
      noise = self.g.normal(0, r.uniform(1, 14), (height, width, r.choice((1, 3))))
      scene = Image.fromarray((numpy.asarray(scene) + noise).clip(0, 255).astype(numpy.uint8))
    if self.often(.5):
      file = io.BytesIO()
      scene.save(file, "JPEG", quality=r.randint(25, 92))
      scene = Image.open(file).convert("RGB")
    return scene

  def stretched(self, scene, height):
    """Of a scene that is stretched to so many rows, some of its rows more than others, where each row is in the scene as it is.

    Print of double height is part of most receipts.
    """
    values = numpy.asarray(scene.convert("L"), numpy.float32)
    ink = numpy.abs(numpy.diff(values, axis=1)).mean(1)
    borders, row = [0], 0
    while (row := row + round(scene.height * self.r.uniform(.04, .35))) < scene.height - 8:
      # Rather between lines than through one.
      near = range(max(borders[-1] + 1, row - 12), min(row + 12, scene.height))
      borders.append(min(near, key=lambda place: ink[place]))
    borders.append(scene.height)
    shares = numpy.array([self.r.choice((1, self.r.uniform(1.3, 2.3))) for _ in borders[1:]])
    ends = numpy.concatenate([[0], numpy.cumsum(shares * numpy.diff(borders))])
    return numpy.interp((numpy.arange(height) + .5) * ends[-1] / height, ends, borders) - .5

  def scene(self, shape):
    """One scene of so many rows and columns, the same before it was stretched and turned, and what brings a map of that to the scene.

    Scenes are rows of pixels, blue first; the map's last two sides are rows and columns.
    """
    r = self.r
    is_turned, self.is_stretched = self.often(.25), self.often(.25)
    height, self.width = reversed(shape) if is_turned else shape
    self.height = max(64, round(height * r.uniform(.5, .95) / 32) * 32) if self.is_stretched else height
    if self.often(.4):  # a page as a scanner has it
      page = self.page()
      x, y = (r.randint(min(0, length - side), max(0, length - side)) for length, side in zip(page.size, (self.width, self.height)))
      scene = Image.new("RGB", (self.width, self.height), r.choice((page.getpixel((1, 1)), (255,) * 3, (0,) * 3)))
      scene.paste(page, (-x, -y))
    else:
      scene = self.ground()
      for _ in range(r.choice((0, 1, 1, 1, 1, 1, 2, 2, 3))):
        scene = self.laid(scene)
    rows = self.stretched(scene, height) if self.is_stretched else None
    turns = r.choice((1, 3)) if is_turned else 2 if self.often(.1) else 0
    if self.often(.8):
      scene = self.seen(scene)
    upright = numpy.asarray(scene)[:, :, ::-1]

    def placed(values):
      return numpy.ascontiguousarray(numpy.rot90(values if rows is None else taken(values, rows), turns, (-2, -1)))

    return placed(upright.transpose(2, 0, 1)).round().astype(numpy.uint8).transpose(1, 2, 0), upright.copy(), placed
