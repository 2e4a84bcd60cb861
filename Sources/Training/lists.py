"""Writes the text lists that the drawn lines are made of, from Debian packages and PyPI.

lists.py ROOT OUT: below ROOT lie the packages of packages.txt, unpacked. hunspell-ko, wordfreq and Faker give words,
names and addresses; sentences come from the Korean and English help of LibreOffice and from message catalogues in
usr/share/locale/ko. Seeds are fixed: the same packages give the same lists.
"""
import glob
import gettext
import html
import os
import random
import re
import sys
import unicodedata

from faker import Faker
from wordfreq import top_n_list

SYLLABLES = re.compile(r"[가-힣]+")


def save(folder, name, lines):
  lines = list(dict.fromkeys(line for line in lines if line))
  with open(os.path.join(folder, name), "w", encoding="utf8") as f:
    f.write("\n".join(lines) + "\n")
  print(name, len(lines))


def korean_words(root):
  common = [w for w in top_n_list("ko", 60000) if SYLLABLES.fullmatch(w) and len(w) <= 7]
  stems = []
  for line in open(f"{root}/usr/share/hunspell/ko.dic", encoding="utf8", errors="ignore"):
    word = unicodedata.normalize("NFC", line.strip().split("/")[0])
    if SYLLABLES.fullmatch(word) and 2 <= len(word) <= 6:
      stems.append(word)
  random.Random(1).shuffle(stems)
  return common + stems[:40000]


def help_pages(root, language):
  """The visible text of each paragraph of LibreOffice's help pages."""
  for path in sorted(glob.glob(f"{root}/**/help/{language}/**/*.html", recursive=True)):
    text = open(path, encoding="utf8", errors="ignore").read()
    for paragraph in re.findall(r"<(?:p|h\d)[^>]*>(.*?)</(?:p|h\d)>", text, re.S):
      yield html.unescape(re.sub(r"<[^>]+>", "", paragraph))


def catalogues(root, korean):
  for path in sorted(glob.glob(f"{root}/usr/share/locale/ko/LC_MESSAGES/*.mo")):
    try:
      with open(path, "rb") as f:
        catalogue = gettext.GNUTranslations(f)._catalog
    except (OSError, UnicodeDecodeError, ValueError):
      continue
    for source, text in catalogue.items():
      chosen = text if korean else source
      if isinstance(chosen, str):
        yield from chosen.split("\n")


def sentences(source, wanted, limit, seed):
  """Pieces of 6 to 55 characters, cut at spaces."""
  out, pick = set(), random.Random(seed)
  for text in source:
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()
    if not wanted.search(text) or "%" in text or "\\" in text or "{" in text:
      continue
    words, line, size = text.split(" "), [], pick.randint(12, 52)
    for w in words:
      if line and len(" ".join(line + [w])) > size:
        out.add(" ".join(line))
        line, size = [], pick.randint(12, 52)
      line.append(w)
    out.add(" ".join(line))
  out = sorted(s for s in out if 4 <= len(s) <= 55 and wanted.search(s))
  pick.shuffle(out)
  return out[:limit]


def main():
  root, folder = sys.argv[1:]
  os.makedirs(folder, exist_ok=True)
  save(folder, "ko_words.txt", korean_words(root))
  save(folder, "en_words.txt", [w for w in top_n_list("en", 40000) if re.fullmatch(r"[a-z][a-z']{0,13}", w)])
  korean, english = re.compile("[가-힣]{2}"), re.compile("[a-z]{3} [a-z]{2}")
  save(folder, "ko_sentences.txt", sentences(list(help_pages(root, "ko")) + list(catalogues(root, True)), korean, 60000, 2))
  save(folder, "en_sentences.txt", sentences(list(help_pages(root, "en-US")) + list(catalogues(root, False)), english, 60000, 3))
  Faker.seed(4)
  ko, en = Faker("ko_KR"), Faker(["en_US", "en_GB", "en_AU"])
  save(folder, "ko_names.txt", [ko.name() for _ in range(8000)])
  save(folder, "ko_companies.txt", [ko.company() for _ in range(8000)])
  save(folder, "ko_addresses.txt", [ko.address() for _ in range(15000)])
  save(folder, "en_names.txt", [en.name() for _ in range(8000)])
  save(folder, "en_companies.txt", [en.company() for _ in range(8000)])
  save(folder, "en_addresses.txt", [en.address().replace("\n", ", ") for _ in range(10000)])


if __name__ == "__main__":
  main()
