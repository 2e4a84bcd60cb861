"""Degrades drawn lines as printers, paper and cameras do, a batch at a time and on the device that trains.

A batch goes in as uint8 ink on white (batch, 48, width) with the width of each line, and comes out as input of the network: (batch, 1, 48, chosen width) in [-1, 1]. Each call draws new parameters, so one drawing serves several times.
Shares and ranges were set by eye, beside lines of real receipts.
"""
import functools
import math

import torch
import torch.nn.functional as F

HEIGHT = 48
DEGRADATIONS = (
    "skew", "bend", "shift", "taper", "shear", "thick strokes", "thin strokes", "dots of the head", "patchy fading", "missing dots",
    "stray dots", "white lines", "dark lines", "pale ink", "grey paper", "shadow", "print of the paper", "structure of the paper",
    "creases", "blur", "low resolution", "scaled twice", "noise", "JPEG", "levels", "one bit", "sharpening", "white on black")


def gaussian_kernel(sigma, device, radius=4):
  at = torch.arange(-radius, radius + 1, device=device, dtype=torch.float32)
  k = torch.exp(-at[None] ** 2 / (2 * sigma[:, None] ** 2))
  return k / k.sum(1, keepdim=True)


def blurred(x, sigma_y, sigma_x):
  """Gaussian blur with a sigma of its own for each line."""
  b = x.shape[0]
  ky, kx = gaussian_kernel(sigma_y, x.device), gaussian_kernel(sigma_x, x.device)
  x = F.pad(x.transpose(0, 1), (4, 4, 4, 4), mode="replicate")
  x = F.conv2d(x, ky[:, None, :, None], groups=b)
  return F.conv2d(x, kx[:, None, None, :], groups=b).transpose(0, 1)


LUMINANCE = torch.tensor([  # quantisation of luminance, ITU-T T.81 annex K
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]).reshape(8, 8).float()
DCT = torch.tensor([[math.sqrt((1 if k == 0 else 2) / 8) * math.cos(math.pi * (2 * n + 1) * k / 16) for n in range(8)] for k in range(8)])


@functools.cache
def on_device(device):
  return LUMINANCE.to(device), DCT.to(device)


def jpeg(x, quality, shift_y, shift_x):
  """A batch after JPEG at a quality of 1 to 100; the shifts say where the block grid starts."""
  b, _, h, w = x.shape
  scale = 5000 / quality if quality < 50 else 200 - 2 * quality
  luminance, d = on_device(x.device)
  table = ((luminance * scale + 50) / 100).floor().clamp(1, 255)
  y = F.pad(x, (shift_x, 8 - (w + shift_x) % 8, shift_y, 8 - (h + shift_y) % 8), mode="replicate") * 255 - 128
  hh, ww = y.shape[2] // 8, y.shape[3] // 8
  blocks = y.reshape(b, hh, 8, ww, 8).permute(0, 1, 3, 2, 4)
  blocks = d.T @ (((d @ blocks @ d.T) / table).round() * table) @ d
  y = (blocks.permute(0, 1, 3, 2, 4).reshape(b, 1, hh * 8, ww * 8) + 128) / 255
  return y[:, :, shift_y:shift_y + h, shift_x:shift_x + w]


def rescaled(x, h, w, smooth=True):
  """Like Leptonica's pixScale: area below 0.7, linear above, a little sharpening up to 1.4."""
  factor = h / x.shape[2]
  if (h, w) == tuple(x.shape[2:]):
    return x
  y = F.interpolate(x, (h, w), mode="bilinear", antialias=factor < 1 and smooth, align_corners=False)
  if .2 < factor < 1.4:
    radius, amount = (1, .2) if factor < .7 else (2, .4)
    mean = F.avg_pool2d(F.pad(y, (radius,) * 4, mode="replicate"), 2 * radius + 1, 1)
    y = (y + amount * (y - mean)).clamp(0, 1)
  return y


def percentile(values, mask, fraction, default):
  """STATS::ile of the masked grey values of each row, with its interpolation inside the bin."""
  b = values.shape[0]
  hist = torch.zeros(b, 256, device=values.device).scatter_add_(1, values.long(), mask.float())
  hist[:, default] += hist.sum(1) == 0
  total = hist.sum(1, keepdim=True)
  target = torch.minimum((fraction * total).clamp_min(1), total)
  cumulated = hist.cumsum(1)
  at = (cumulated < target - 1e-4).sum(1, keepdim=True).clamp_max(255)
  return at.float() + 1 - (cumulated.gather(1, at) - target) / hist.gather(1, at).clamp_min(1)


def normalised(grey):
  """Grey values 0..255 (batch, 1, 48, width) to network input: NetworkIO::ComputeBlackWhite and SetPixel, clipped."""
  row = grey[:, 0, grey.shape[2] // 2]
  p, c, n = row[:, :-2], row[:, 1:-1], row[:, 2:]
  low = percentile(c, ((c < p) & (c <= n)) | ((c <= p) & (c < n)), .25, 0)
  high = percentile(c, ((c > p) & (c >= n)) | ((c >= p) & (c > n)), .75, 255)
  contrast = (high - low) / 2
  contrast = torch.where(contrast <= 0, torch.ones_like(contrast), contrast)
  return ((grey - low[:, :, None, None]) / contrast[:, :, None, None] - 1).clamp(-1, 1)


class Degrader:
  """Strength 0 only scales; 1 is the full share of degradation. `python` draws what is common to a part of the batch."""

  def __init__(self, device, python, parts=4, without=()):
    unknown = set(without) - set(DEGRADATIONS)
    if unknown:
      raise ValueError(f"no such degradation: {', '.join(sorted(unknown))}; there are {', '.join(DEGRADATIONS)}")
    self.device, self.python, self.parts, self.without = device, python, parts, frozenset(without)

  # a value for each line: zero, or evenly drawn for a share of the lines. A value that is left out is drawn all the same, so
  # that everything else stays as it is.
  def some(self, name, b, share, low, high):
    u = torch.rand(b, 1, 1, 1, device=self.device)
    share = 0 if name in self.without else share * self.strength
    return torch.where(torch.rand_like(u) < share, low + (high - low) * u, torch.zeros_like(u))

  def even(self, b, low, high):
    return low + (high - low) * torch.rand(b, 1, 1, 1, device=self.device)

  def normal(self, name, b, sigma):
    return torch.randn(b, 1, 1, 1, device=self.device) * (0 if name in self.without else sigma * self.strength)

  def smooth_noise(self, b, rows, columns, h, w):
    return F.interpolate(torch.rand(b, 1, rows, max(2, columns), device=self.device), (h, w), mode="bilinear", align_corners=True)

  def placed(self, ink, widths, w):
    """Skews, bends, shears and scales each line, and stretches its own width to the common one."""
    b, _, h, source = ink.shape
    y = torch.linspace(-1, 1, h, device=self.device).reshape(1, h, 1)
    x = torch.linspace(-1, 1, w, device=self.device).reshape(1, 1, w)
    n = lambda name, sigma: self.normal(name, b, sigma).reshape(b, 1, 1)
    drift = min(.2, w * .00022)
    dy = n("skew", drift) * x + n("bend", .04) * (x * x - .33) + n("bend", .02) * torch.sin(x * (w / 150) + n("bend", 3)) + n("shift", .05)
    taper = 1 + n("taper", .03) * x + n("taper", .05)
    shear = torch.where(torch.rand(b, 1, 1, device=self.device) < .3, n("shear", .22), n("shear", .03))
    bend = n("bend", .012) * torch.sin(x * 3 + n("bend", 2))
    gx = (x + 1) * .5 * (widths.reshape(b, 1, 1) / source) * 2 - 1
    gx = gx + shear * y * 24 * 2 / source + bend * (widths.reshape(b, 1, 1) / source)
    gy = y * taper + dy
    grid = torch.stack([gx.expand(b, h, w), gy.expand(b, h, w)], 3)
    return F.grid_sample(ink, grid, mode="bilinear", padding_mode="zeros", align_corners=True)

  def printed(self, ink):
    """Print head and paper feed: burnt or thin strokes, dots, fading, dropouts, streaks."""
    b, _, h, w = ink.shape
    thick = F.max_pool2d(ink, 3, 1, 1)
    ink = ink + (thick - ink) * self.some("thick strokes", b, .28, .1, 1)
    kernel = self.python.choice([(3, 3), (3, 3), (3, 1), (3, 1), (1, 3)])  # (3, 1) takes thin horizontal strokes first
    thin = -F.max_pool2d(-ink, kernel, 1, (kernel[0] // 2, kernel[1] // 2))
    thinner = ink + (thin - ink) * self.some("thin strokes", b, .22, .1, .85)
    keep = thinner.sum((1, 2, 3), keepdim=True) > .45 * ink.sum((1, 2, 3), keepdim=True)
    ink = torch.where(keep, thinner, ink)
    if self.python.random() < .4:  # dots of the head and steps of the feed
      period = self.even(b, 1.5, 4)
      phase = self.even(b, 0, 6)
      at = lambda n, shape: torch.arange(n, device=self.device, dtype=torch.float32).reshape(shape)
      ridge_x = (torch.cos(at(w, (1, 1, 1, w)) * 2 * math.pi / period + phase) + .6).clamp(0, 1)
      ridge_y = (torch.cos(at(h, (1, 1, h, 1)) * 2 * math.pi / (period * self.even(b, .9, 1.1)) + phase) + .6).clamp(0, 1)
      ink = ink * (1 - self.some("dots of the head", b, .4, .2, .9) * (1 - ridge_x)) * (1 - self.some("dots of the head", b, .5, .2, .9) * (1 - ridge_y))
    if self.python.random() < .5:  # patchy fading
      patches = self.smooth_noise(b, 3, w // 24, h, w)
      ink = ink * (1 - self.some("patchy fading", b, .5, .3, .95) * (1 - (patches * self.even(b, 1.1, 2.5)).clamp(0, 1)))
    if self.python.random() < .4:  # broken and stray dots, of one or two pixels
      size = self.python.choice([1, 1, 2, 2, 3])
      noise = torch.rand(b, 1, -(-h // size), -(-w // size), device=self.device)
      noise = noise.repeat_interleave(size, 2).repeat_interleave(size, 3)[:, :, :h, :w] if size > 1 else noise
      ink = torch.where(noise < self.some("missing dots", b, .45, .01, .22), torch.zeros_like(ink), ink)
      ink = torch.maximum(ink, (noise > 1 - self.some("stray dots", b, .2, .0005, .008)).float() * .8)
    if self.python.random() < .4:  # dead dots: white lines along the feed; slips: white lines across
      dead = torch.rand(b, 1, 1, w, device=self.device) < self.some("white lines", b, .3, .003, .03)
      wide = self.python.choice([1, 1, 3])
      dead = F.max_pool2d(dead.float(), (1, wide), 1, (0, wide // 2))
      slips = (torch.rand(b, 1, h, 1, device=self.device) < self.some("white lines", b, .25, .02, .09)).float()
      ink = ink * (1 - dead * self.even(b, .5, 1)) * (1 - slips * self.even(b, .4, 1))
    if self.python.random() < .15:  # dark lines
      dark = (torch.rand(b, 1, 1, w, device=self.device) < self.some("dark lines", b, .3, .001, .01)).float()
      bar = (torch.rand(b, 1, h, 1, device=self.device) < self.some("dark lines", b, .3, .005, .03)).float()
      ink = torch.maximum(ink, torch.maximum(dark, bar) * self.even(b, .15, .8))
    return ink

  def on_paper(self, ink):
    """Ink of some darkness on lit paper: 1 is white."""
    b, _, h, w = ink.shape
    x = torch.linspace(0, 1, w, device=self.device).reshape(1, 1, 1, w)
    y = torch.linspace(-.5, .5, h, device=self.device).reshape(1, 1, h, 1)
    depth = 1 - self.some("pale ink", b, .55, 0, .68)
    depth = depth * (1 - self.some("pale ink", b, .25, 0, .5) * (x - self.even(b, 0, 1)).abs())
    paper = 1 - self.some("grey paper", b, .5, 0, .4) - self.some("grey paper", b, .3, 0, .25) * (x if self.python.random() < .5 else 1 - x)
    if self.python.random() < .25:  # the edge of a shadow
      edge = torch.sigmoid((x - self.even(b, 0, 1) + y * self.even(b, -.1, .1)) * w / self.even(b, 2, 60))
      paper = paper * (1 - self.some("shadow", b, .5, .1, .5) * edge)
    if self.python.random() < .2:  # print of the paper itself, or ink that shows through
      other = ink.roll(self.python.randint(1, 7), 0)
      zoom = self.python.uniform(.4, 2.5)
      other = F.interpolate(other, scale_factor=(zoom, zoom), mode="bilinear")[:, :, :h, :w]
      top, left = self.python.randint(0, h - other.shape[2]), self.python.randint(0, w - other.shape[3])
      other = F.pad(other, (left, w - left - other.shape[3], top, h - top - other.shape[2]))
      other = other.flip(3) if self.python.random() < .4 else other
      paper = paper * (1 - self.some("print of the paper", b, .45, .05, .35) * other)
    if self.python.random() < .2:
      paper = paper * (1 - self.some("structure of the paper", b, .5, .05, .3) * self.smooth_noise(b, 6, w // 8, h, w))
    if self.python.random() < .2:  # creases
      line = torch.exp(-(((x - self.even(b, 0, 1)) * w + y * self.even(b, -40, 40)) / self.even(b, .7, 3)) ** 2)
      paper = paper + line * self.some("creases", b, .4, -.5, .5)
      ink = ink * (1 - line * self.some("creases", b, .3, .2, .9))
    return (paper * (1 - ink * depth)).clamp(0, 1)

  def photographed(self, x):
    """Optics, sampling, noise, compression, and the page preparation that comes before recognition."""
    b, _, h, w = x.shape
    p = self.python
    sigma = self.some("blur", b, .75, .2, 1.5)[:, 0, 0, 0] + .05
    wide = sigma + self.some("blur", b, .1, .3, 2)[:, 0, 0, 0]
    x = blurred(x, sigma, wide)
    k = p.random()
    rows = p.uniform(22, 36) if k < .6 else p.uniform(34, 48) if k < .8 else p.uniform(15, 23) if k < .92 else 48
    rows = 48 if "low resolution" in self.without else 48 - (48 - rows) * self.strength
    twice, factor = p.random() < .5, p.uniform(.65, 1.7)
    first = rows * factor if twice and "scaled twice" not in self.without else rows
    first = int(round(max(13, min(60, first))))
    x = rescaled(x, first, max(8, round(w * first / h)))
    sigma = self.some("noise", b, .5, 0, .035) + self.some("noise", b, .12, .03, .12)
    # as many numbers at every resolution, so that what follows draws the same without low resolution
    x = x + torch.randn(b, 1, 60, max(8, round(w * 60 / h)), device=self.device)[:, :, :x.shape[2], :x.shape[3]] * sigma
    if p.random() < .5 * self.strength:
      setting = p.choice([12, 20, 30, 40, 50, 60, 70, 80, 90]), p.randint(0, 7), p.randint(0, 7)
      x = x if "JPEG" in self.without else jpeg(x.clamp(0, 1), *setting)
    low = x.amin((2, 3), keepdim=True)
    if p.random() < .6:  # divided by its background, or levels stretched
      high = x.flatten(1).median(1)[0].reshape(b, 1, 1, 1)
      white = self.some("levels", b, .6, .8, 1)
      x = torch.where(white > 0, x / (high * white).clamp_min(.2), x)
      low = x.amin((2, 3), keepdim=True)
    if p.random() < .25:  # one-bit scans, hard and softer
      level = low + (x.amax((2, 3), keepdim=True) - low) * self.even(b, .35, .8)
      x = torch.where(self.some("one bit", b, .45, 1, 1) > 0, torch.sigmoid((x - level) * self.even(b, 15, 200)), x)
    if p.random() < .25:
      mean = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
      x = x + (x - mean) * self.some("sharpening", b, .5, .3, 2)
    x = x.clamp(0, 1)
    second = int(round(max(13, rows)))
    return rescaled(x, second, max(8, round(w * second / h)))

  @torch.no_grad()
  def __call__(self, lines, widths, w, strength=1.0, grey_too=False):
    """Network input of the lines, each stretched to `w`; with `grey_too` also the grey pictures for looking at."""
    out = []
    step = -(-lines.shape[0] // self.parts)
    for part, size in zip(lines.split(step), widths.split(step)):
      self.strength = strength * self.python.uniform(.25, 1)
      ink = self.placed(1 - part[:, None].float() / 255, size.float(), w)
      x = self.photographed(self.on_paper(self.printed(ink)))
      grey = (rescaled(x, HEIGHT, w) * 255).round().clamp(0, 255)
      dark = self.some("white on black", grey.shape[0], .02, 1, 1) > 0
      out.append(torch.where(dark, 255 - grey, grey))
    grey = torch.cat(out)
    return (normalised(grey), grey) if grey_too else normalised(grey)
