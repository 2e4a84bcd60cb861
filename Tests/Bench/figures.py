"""Figures as texts, and tables of them."""
import decimal
import math
import unicodedata


def decimals(value, places):
  """A number with a fixed count of decimals, rounded half away from zero."""
  if not math.isfinite(value):
    return "-"
  scaled = decimal.Decimal(value * 10 ** places).to_integral_value(decimal.ROUND_HALF_UP)
  return f"{(scaled or abs(scaled)).scaleb(-places):.{places}f}"


def percent(share, places=1):
  return decimals(share * 100, places) + " %"


def mebibytes(count):
  return decimals(count / 1048576, 0) + " MiB"


def counted(count, noun):
  """`1 page`, `2 pages`."""
  return f"{count} {noun}{'' if count == 1 else 's'}"


def signed(value, places):
  text = decimals(value, places)
  return "+" + text if value > 0 and text.strip("0.") else text


def columns(text):
  """The columns that a text takes on a terminal."""
  return sum(
    0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def table(rows):
  """Rows in columns, each as wide as its longest cell: the first stands at the left, numbers stand at the right."""
  widths = [max(map(columns, cells)) for cells in zip(*rows)]
  lines = []
  for row in rows:
    spaces = [" " * (width - columns(cell)) for cell, width in zip(row, widths)]
    cells = [row[0] + spaces[0]] + [space + cell for space, cell in zip(spaces[1:], row[1:])]
    lines.append("  ".join(cells).rstrip(" "))
  return "\n".join(lines)


def markdown(heading, rows):
  ruled = [heading, ["---"] + ["--:"] * (len(heading) - 1)] + rows
  return "\n".join("| " + " | ".join(row) + " |" for row in ruled)
