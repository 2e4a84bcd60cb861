"""Degrades the sheets of `tableforms.py` as printing, scanning and photographing do, and moves the truth along.

A sheet is bent, then turned or seen at an angle. Each step has an exact inverse, which the picture needs, because Pillow asks
for the source of each place.
"""
import io
import math

import numpy
from PIL import Image, ImageChops, ImageDraw, ImageFilter


def grown(values, size):
  """A small field of values as large as the picture, smooth between them."""
  return numpy.asarray(Image.fromarray(values.astype(numpy.float32)).resize(size, Image.BICUBIC))


def homography(source, target):
  """The matrix that maps four points to four others."""
  rows, wanted = [], []
  for (x, y), (u, v) in zip(source, target):
    rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
    wanted += [u, v]
  return numpy.append(numpy.linalg.solve(numpy.array(rows, float), numpy.array(wanted, float)), 1).reshape(3, 3)


class Warp:
  """Curl and perspective: `forward` maps places of the sheet to the scene, `back` the other way."""
  def __init__(self, size, corners, curls=()):
    width, height = size
    self.size, self.curls = size, curls
    self.matrix = homography(((0, 0), (width, 0), (width, height), (0, height)), corners)
    self.inverse = numpy.linalg.inv(self.matrix)

  def curl(self, along, k):
    reach, period, phase = self.curls[k]
    return reach * numpy.sin(2 * math.pi * period * along / self.size[k] + phase)

  @staticmethod
  def projected(matrix, points):
    moved = numpy.c_[points, numpy.ones(len(points))] @ matrix.T
    return moved[:, :2] / moved[:, 2:]

  def forward(self, points):
    points = numpy.array(points, float)
    if self.curls:
      points[:, 1] += self.curl(points[:, 0], 0)
      points[:, 0] += self.curl(points[:, 1], 1)
    return self.projected(self.matrix, points)

  def back(self, points):
    points = self.projected(self.inverse, points)
    if self.curls:
      points[:, 0] -= self.curl(points[:, 1], 1)
      points[:, 1] -= self.curl(points[:, 0], 0)
    return points

  def picture(self, image, size, fill, step=40):
    """The sheet in a scene of some size, and where the sheet is in it."""
    xs, ys = ([*range(0, side, step), side] for side in size)
    grid = self.back([(x, y) for y in ys for x in xs]).reshape(len(ys), len(xs), 2)
    mesh = [((xs[i], ys[j], xs[i + 1], ys[j + 1]), (*grid[j, i], *grid[j + 1, i], *grid[j + 1, i + 1], *grid[j, i + 1]))
            for j in range(len(ys) - 1)
            for i in range(len(xs) - 1)]
    mask = Image.new("L", image.size, 255).transform(size, Image.MESH, mesh, Image.BILINEAR)
    paper = image.transform(size, Image.MESH, mesh, Image.BICUBIC)
    return Image.composite(paper, Image.new("RGB", size, fill), mask), mask

  def box(self, box):
    """The upright box around a moved one, whose sides may be bent."""
    x0, y0, x1, y1 = box
    shares = numpy.linspace(0, 1, 9)
    points = [p for s in shares for p in ((x0 + s * (x1 - x0), y0), (x0 + s * (x1 - x0), y1), (x0, y0 + s * (y1 - y0)), (x1, y0 + s * (y1 - y0)))]
    moved = self.forward(points)
    return [round(float(v), 1) for v in (*moved.min(0), *moved.max(0))]

  def tables(self, tables):
    return [{"box": self.box(t["box"]), "cells": [c | {"box": self.box(c["box"])} for c in t["cells"]]} for t in tables]


class Degradation:
  """The degradation of one page. `r` is a random.Random, `g` a generator of numpy."""
  def __init__(self, r, g):
    self.r, self.g = r, g

  def often(self, share):
    return self.r.random() < share

  def page(self, image, tables, kind):
    """The bytes of a JPEG file, and the tables in it."""
    image, tables, quality = getattr(self, kind)(image, tables)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality, subsampling=self.r.choice((0, 2, 2)))
    return file.getvalue(), tables

  def clean(self, image, tables):
    whole = Warp(image.size, ((0, 0), (image.width, 0), image.size, (0, image.height)))
    return image, whole.tables(tables), self.r.randint(85, 95)

  # ---------------------------------------------------------------- scanner and telephone
  def faint(self, image, least):
    """Pale ink, all over or in patches."""
    if not self.often(.5):
      return image
    depth = numpy.full(image.size[::-1], self.r.uniform(least, 1), numpy.float32)
    if self.often(.4):
      depth = numpy.clip(depth + grown(self.g.uniform(-.25, .25, (6, 5)), image.size), least, 1)
    ink = 255 - numpy.asarray(image, numpy.float32)
    return Image.fromarray((255 - ink * depth[:, :, None]).clip(0, 255).astype(numpy.uint8))

  def tinted(self, image):
    """Paper that is not quite white."""
    if self.often(.5):
      return image
    tone = self.r.randint(225, 255)
    tint = tuple(min(255, tone + d) for d in self.r.choice(((0, 0, 0), (4, 2, -8), (5, 0, -3), (-6, 0, 4))))
    return ImageChops.multiply(image, Image.new("RGB", image.size, tint))

  def folded(self, image):
    """Creases, lighter or darker than the paper, and ink that broke there."""
    pen = Image.new("L", image.size, 128)
    draw = ImageDraw.Draw(pen)
    for _ in range(self.r.choice((1, 1, 2, 3))):
      share, skew, tone = self.r.choice((.5, .33, .67, self.r.uniform(.1, .9))), self.r.uniform(-9, 9), self.r.choice((70, 95, 165, 200))
      if self.often(.6):
        ends = (0, share * image.height - skew, image.width, share * image.height + skew)
      else:
        ends = (share * image.width - skew, 0, share * image.width + skew, image.height)
      draw.line(ends, tone, self.r.randint(1, 4))
    pen = numpy.asarray(pen.filter(ImageFilter.GaussianBlur(self.r.uniform(.6, 2.5))), numpy.float32)[:, :, None]
    return Image.fromarray((numpy.asarray(image) + (pen - 128)).clip(0, 255).astype(numpy.uint8))

  def noisy(self, image, most):
    channels = self.r.choice((1, 1, 3))
    noise = self.g.normal(0, self.r.uniform(1, most), (*image.size[::-1], channels))
    return Image.fromarray((numpy.asarray(image) + noise).clip(0, 255).astype(numpy.uint8))

  # ---------------------------------------------------------------- scanner
  def scan(self, image, tables):
    r, (width, height) = self.r, image.size
    is_faxed = self.often(.1)
    image = self.tinted(image if is_faxed else self.faint(image, .45))
    if self.often(.2):
      image = self.folded(image)
    skew = math.radians(r.uniform(-2, 2) if self.often(.8) else r.uniform(-.2, .2))
    middle = numpy.array([width, height]) / 2
    turn = numpy.array([(math.cos(skew), math.sin(skew)), (-math.sin(skew), math.cos(skew))])
    corners = (numpy.array([(0, 0), (width, 0), (width, height), (0, height)]) - middle) @ turn + middle
    warp = Warp(image.size, corners)
    moved = warp.forward(
        [p for t in tables for p in ((t["box"][0], t["box"][1]), (t["box"][2], t["box"][1]), (t["box"][2], t["box"][3]), (t["box"][0], t["box"][3]))] or
        [middle])
    add = max(0, *(-moved).max(0), *(moved - (width, height)).max(0))  # so that no table leaves the glass
    add = math.ceil(add) + 8 if add else 0
    warp = Warp(image.size, corners + add)
    image, mask = warp.picture(image, (width + 2 * add, height + 2 * add), image.getpixel((2, 2)))
    if self.often(.15):  # the lid was open
      dark = Image.new("RGB", image.size, (r.randint(20, 90),) * 3)
      image = Image.composite(image, dark, mask)
    if self.often(.3):
      image = image.convert("L").convert("RGB")
    if self.often(.6):
      image = image.filter(ImageFilter.GaussianBlur(r.uniform(.3, .9)))
    if is_faxed:
      image = self.faxed(image)
    else:
      image = self.noisy(image, r.choice((3, 6, 9)))
      if self.often(.12):  # streaks of a dirty sensor
        pen = ImageDraw.Draw(image)
        for _ in range(r.randint(1, 3)):
          x, tone = r.randint(0, image.width), r.randint(120, 225)
          pen.line((x, 0, x, image.height), (tone,) * 3, 1)
    return image, warp.tables(tables), r.randint(35, 80)

  def faxed(self, image):
    """One bit, at half the rows now and then."""
    grey = image.convert("L")
    if self.often(.4):
      grey = grey.resize((grey.width, grey.height // 2), Image.BOX).resize(grey.size, Image.BICUBIC)
    values = numpy.asarray(grey, numpy.float32) + self.g.normal(0, self.r.uniform(2, 14), grey.size[::-1])
    paper = float(numpy.median(values))
    bits = values > min(paper - 25, self.r.uniform(.74, .82) * paper)
    return Image.fromarray((bits * 255).astype(numpy.uint8)).convert("RGB")

  # ---------------------------------------------------------------- telephone
  def desk(self, size):
    """The ground below the paper: a plain top, or stripes as of wood."""
    r, (width, height) = self.r, size
    tone = numpy.array(r.choice(((150, 110, 75), (95, 65, 45), (60, 60, 64), (190, 190, 188), (120, 130, 140), (215, 200, 175))), float)
    tone = tone + self.g.normal(0, 10, 3)
    if self.often(.6):
      field = grown(self.g.normal(0, 1, (height // r.choice((3, 6, 12)) + 2, width // 160 + 2)), size) * r.uniform(4, 20)
    else:
      field = grown(self.g.normal(0, 1, (5, 5)), size) * r.uniform(2, 14) + self.g.normal(0, r.uniform(1, 6), (height, width))
    return Image.fromarray((tone + field[:, :, None]).clip(0, 255).astype(numpy.uint8))

  def photo(self, image, tables):
    r, (width, height) = self.r, image.size
    image = self.tinted(self.faint(image, .6))
    if self.often(.3):
      image = self.folded(image)
    most = r.uniform(.005, .06)
    shifts = numpy.array([(r.uniform(-most, most) * width, r.uniform(-most, most) * height) for _ in range(4)])
    corners = numpy.array([(0, 0), (width, 0), (width, height), (0, height)], float) + shifts
    around = [r.choice((0, r.uniform(.01, .09))) * width for _ in range(2)]
    corners -= corners.min(0) - around
    size = tuple(int(v) for v in corners.max(0) + [r.choice((1, r.uniform(.01, .09) * width)) for _ in range(2)])
    curl = lambda most: (r.uniform(0, most), r.uniform(.3, 1.1), r.uniform(0, 2 * math.pi))
    curls = (curl(14), curl(5)) if self.often(.75) else ()
    warp = Warp(image.size, corners, curls)
    paper, mask = warp.picture(image, size, (255, 255, 255))
    scene = self.desk(size)
    shadow = ImageChops.offset(mask, r.randint(-12, 12), r.randint(2, 14)).filter(ImageFilter.GaussianBlur(r.uniform(3, 14)))
    scene = Image.composite(ImageChops.multiply(scene, Image.new("RGB", size, (r.randint(110, 200),) * 3)), scene, shadow)
    scene = Image.composite(paper, scene, mask)
    light = grown(self.g.uniform(r.uniform(.55, .92), 1.03, (3, 3)), size)[:, :, None]
    cast = numpy.array(r.choice(((1, 1, 1), (1, .97, .9), (.94, .98, 1), (1, .98, .95))))
    scene = Image.fromarray((numpy.asarray(scene) * light * cast).clip(0, 255).astype(numpy.uint8))
    if self.often(.5):
      scene = self.shaded(scene)
    scene = scene.filter(ImageFilter.GaussianBlur(r.uniform(.3, 1.4) if self.often(.8) else .2))
    return self.noisy(scene, r.choice((3, 5, 8))), warp.tables(tables), r.randint(50, 90)

  def shaded(self, scene):
    """The shadow of a hand or a telephone, whose edge is sharp or soft."""
    r, (width, height) = self.r, scene.size
    mask = Image.new("L", scene.size, 255)
    at, skew = r.uniform(.15, .85), r.uniform(-.4, .4)
    if self.often(.5):
      corners = ((-1, -1), (at - skew, -1), (at + skew, 2), (-1, 2))
    else:
      corners = ((-1, at - skew), (2, at + skew), (2, 3), (-1, 3))
    ImageDraw.Draw(mask).polygon([(x * width, y * height) for x, y in corners], fill=r.randint(125, 215))
    return ImageChops.multiply(scene, mask.filter(ImageFilter.GaussianBlur(r.uniform(1, 30))).convert("RGB"))
