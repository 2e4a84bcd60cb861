"""Pages of `tableforms.py` without any table, many of which have lines that cross: false tables are counted on them."""
import vocabulary as V
from tablesheet import Rule
from tablevalues import ENGLISH, NOTES

LAYOUTS = {}


def layout(f):
  LAYOUTS[f.__name__] = f
  return f


@layout
def squared(begin):
  """Squared paper with some lines written on it."""
  f = begin(34, 50)
  step, colour = round(f.em * f.r.uniform(.9, 2)), f.colour("light", "grey", "blue", "green")
  bottom = f.margin + int(f.width * f.r.uniform(.8, 1.3)) // step * step
  right = f.margin + f.inside // step * step
  for x in range(f.margin, right + 1, step):
    f.rule((x, f.margin, x, bottom), Rule(1, colour))
  for y in range(f.margin, bottom + 1, step):
    f.rule((f.margin, y, right, y), Rule(1, colour))
  for k in range(f.r.randint(0, 9)):
    f.write(f.r.choice(NOTES)[:24], f.margin + step * f.r.randint(1, 4), f.margin + step * (2.5 + 2 * k))
  f.y = bottom
  return f


@layout
def crossword(begin):
  f = begin(32, 46)
  f.title(f.r.choice(("낱말 맞히기", "가로세로 낱말풀이", "CROSSWORD")))
  n = f.r.randint(8, 14)
  step = round(f.inside * f.r.uniform(.6, .9) / n)
  left, number = f.margin, 1
  for i in range(n):
    for j in range(n):
      box = (left + j * step, f.y + i * step, left + (j + 1) * step, f.y + (i + 1) * step)
      if f.often(.35):
        f.pen.rectangle(box, fill=(0, 0, 0))
      elif f.often(.25):
        f.write(str(number), box[0] + step * .08, box[1] + step * .2, scale=.5)
        number += 1
      f.frame(box, Rule(1))
  f.y += n * step + f.em
  f.prose("\n".join(f"{k}. {f.r.choice(NOTES)}" for k in range(1, f.r.randint(5, 9))), .9)
  return f


@layout
def music(begin):
  f = begin(36, 52)
  f.title(f.r.choice(("종이배의 노래", "도토리 왈츠", "Etude No. 7")), at="m")
  gap = f.em * f.r.uniform(.35, .6)
  for _ in range(f.r.randint(4, 8)):
    for k in range(5):
      f.rule((f.margin, f.y + k * gap, f.width - f.margin, f.y + k * gap), Rule(1))
    bars = f.r.randint(3, 5)
    for b in range(bars + 1):
      x = f.margin + b * f.inside / bars
      f.rule((x, f.y, x, f.y + 4 * gap), Rule(1 + (b == bars)))
    x = f.margin + 2 * gap
    while x < f.width - f.margin - 2 * gap:
      y = f.y + f.r.randint(-1, 9) * gap / 2
      f.pen.ellipse((x - gap * .6, y - gap * .45, x + gap * .6, y + gap * .45), fill=(0, 0, 0) if f.often(.8) else None, outline=(0, 0, 0))
      f.rule((x + gap * .6, y - 3.2 * gap, x + gap * .6, y), Rule(1))
      x += gap * f.r.choice((2.2, 3, 4.5))
    f.y += 5 * gap
    if f.often(.6):
      f.write(f.r.choice(NOTES)[:30], f.margin + f.em, f.y + f.em, scale=.8)
    f.y += f.em * 3
  return f


@layout
def chess(begin):
  f = begin(28, 40)
  f.title(f.r.choice(("체스 문제 12", "바둑 첫걸음", "Problem 31: white to move")))
  is_go = f.often(.4)
  n = f.r.choice((9, 13, 19)) - 1 if is_go else 8
  step, dark = round(f.inside * f.r.uniform(.6, .95) / n), f.r.choice(((120, 120, 120), (90, 140, 90), (150, 110, 70)))
  for i in range(n):
    for j in range(n):
      box = (f.margin + j * step, f.y + i * step, f.margin + (j + 1) * step, f.y + (i + 1) * step)
      if not is_go and (i + j) % 2:
        f.pen.rectangle(box, fill=dark)
      elif is_go:
        f.frame(box, Rule(1))
      if f.often(.2):
        ink = f.r.choice(((0, 0, 0), (255, 255, 255)))
        x, y = (box[0], box[1]) if is_go else ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        f.pen.ellipse((x - step * .38, y - step * .38, x + step * .38, y + step * .38), fill=ink, outline=(0, 0, 0), width=2)
  f.frame((f.margin, f.y, f.margin + n * step, f.y + n * step), Rule(2))
  f.y += n * step + f.em * 1.5
  f.prose(f.r.choice(NOTES) + " " + f.r.choice(NOTES))
  return f


@layout
def streets(begin):
  """A map of streets, nearly level and upright."""
  f = begin(36, 52)
  f.title(f.r.choice(("오시는 길", "행사장 약도", "배달 구역")))
  x0, y0, x1, y1 = f.margin, f.y, f.width - f.margin, f.y + f.inside * f.r.uniform(.6, 1)
  colour, skew = f.colour("grey", "dark", "light"), f.em * f.r.choice((0, .5, 3))
  for _ in range(f.r.randint(4, 8)):
    x, y, wide = f.r.uniform(x0, x1), f.r.uniform(y0, y1), f.em * f.r.uniform(.2, .8)
    a, b = f.r.uniform(-skew, skew), f.r.uniform(-skew, skew)
    for side in (-wide, wide):
      f.pen.line((min(max(x + side - a, x0), x1), y0, min(max(x + side + a, x0), x1), y1), colour, 2)
      f.pen.line((x0, min(max(y + side - b, y0), y1), x1, min(max(y + side + b, y0), y1)), colour, 2)
    f.write(f.r.choice(("종이배로", "도토리길", "예시사거리", "견본역", "보기초등학교", "가상공원")), x, y - f.em * 1.4, scale=.85)
  f.frame((x0, y0, x1, y1), Rule(2, colour))
  f.y = y1 + f.em
  f.prose(f"{f.address()}\n{f.r.choice(NOTES)}")
  return f


@layout
def barchart(begin):
  f = begin(36, 52)
  f.title(f.r.choice(("월별 사용량", "분기별 매출 추이", "연도별 방문객 수")))
  x0, y0, y1 = f.margin + 4 * f.em, f.y, f.y + f.inside * f.r.uniform(.4, .7)
  lines, bars, colour = f.r.randint(4, 8), f.r.randint(4, 12), f.colour("blue", "green", "grey", "brown", "red")
  for k in range(lines + 1):
    y = y1 - k * (y1 - y0) / lines
    f.rule((x0, y, f.width - f.margin, y), Rule(1, (190, 190, 190)))
    f.write(f"{k * 100}", x0 - f.em * .5, y, scale=.8, anchor="r")
  step = (f.width - f.margin - x0) / bars
  for k in range(bars):
    x, high = x0 + (k + .2) * step, f.r.uniform(.1, .95) * (y1 - y0)
    f.pen.rectangle((x, y1 - high, x + step * .6, y1), fill=colour, outline=(60, 60, 60))
    f.write(f"{k + 1}월" if bars > 4 else f"{k + 1}/4", x + step * .3, y1 + f.em, scale=.8, anchor="m")
  f.rule((x0, y0, x0, y1), Rule(2))
  f.rule((x0, y1, f.width - f.margin, y1), Rule(2))
  f.y = y1 + 2.5 * f.em
  f.prose(f.r.choice(NOTES) + " " + f.r.choice(NOTES))
  return f


@layout
def prose(begin):
  """Text in two columns."""
  is_english = begin.r.random() < .3
  f = begin(46, 62, latin=is_english)
  f.title("Notes on a paper boat" if is_english else f.r.choice(("종이배 소식", "이용 안내문", "회의록")))
  gutter = f.em * f.r.uniform(1.2, 3)
  wide, top, bottom = (f.inside - gutter) / 2, f.y, 0
  texts = [p.strip() + "." for p in ENGLISH] if is_english else NOTES + V.NOTICES[:30]
  for x in (f.margin, f.margin + wide + gutter):
    f.y = top
    for _ in range(f.r.randint(4, 8)):
      f.prose(" ".join(f.r.choice(texts) for _ in range(f.r.randint(2, 6))), .95, x, wide)
    bottom = max(bottom, f.y)
  if f.often(.3):
    f.rule((f.width / 2, top, f.width / 2, bottom), Rule(1))
  f.y = bottom
  return f


@layout
def stub(begin):
  """A card slip between dashed lines: labels with values, and no rows of items."""
  f = begin(20, 28)
  f.title(f.r.choice(("신용카드 매출전표", "승차권", "입장권", "주차 영수증")), f.r.uniform(1.2, 1.6))
  for _ in range(f.r.randint(3, 5)):
    f.rule((f.margin, f.y, f.width - f.margin, f.y), Rule(1, (60, 60, 60), "dashed"))
    f.y += f.em * .5
    f.prose("\n".join(
        f.r.sample((f"가맹점: {f.company()}", f"전화 {f.telephone()}", f.address(), f"일시 {f.date()} 12:{f.digits(1)}0", f"승인번호 {f.digits(8)}", f"합계 {f.won()}원"),
                   f.r.randint(1, 3))),
            1,
            gap=.3)
  f.rule((f.margin, f.y, f.width - f.margin, f.y), Rule(1, (60, 60, 60), "dashed"))
  f.y += f.em
  f.prose(f.r.choice(NOTES), .85)
  return f
