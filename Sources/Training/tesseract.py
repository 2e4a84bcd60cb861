"""Reads pictures with the installed Tesseract, and packs networks for it.

Programs set OMP_THREAD_LIMIT=1 before they import anything that loads OpenMP, as torch does.
"""
import ctypes
import os

import export
import traineddata

DEBIAN = "/usr/share/tesseract-ocr/5/tessdata"


def installed(model, folder):
  """(data folder, language) of `model`: a network file, a .traineddata, `debian` or the name of an installed model.

  `debian` is the network of Debian's Hangul model with every syllable listed that it can spell, and Tesseract's own
  settings; a network file gets those of the model that ships.
  """
  if not os.path.exists(model) and model != "debian":
    return DEBIAN, model
  out = os.path.join(folder, f"m{len(os.listdir(folder))}.traineddata")
  if model.endswith(".traineddata"):
    os.symlink(os.path.abspath(model), out)
  else:
    debian = model == "debian"
    net = export.load(traineddata.BASE if debian else model)
    with open(out, "wb") as f:
      f.write(export.packed(net, True, settings=traineddata.BLANKS if debian else traineddata.SETTINGS))
  return folder, os.path.basename(out)[:-len(".traineddata")]


def bare(net, folder, name):
  """A .traineddata of the network alone, without dictionaries, so that the network and the beam search read alone."""
  parts = traineddata.parse(export.packed(net, True))
  needed = (traineddata.NETWORK, traineddata.UNICHARSET, traineddata.RECODER)
  with open(os.path.join(folder, f"{name}.traineddata"), "wb") as f:
    f.write(traineddata.joined({n: parts[n] for n in needed}))


class Engine:
  """The installed engine by its C interface, on one thread; `psm` is what the program takes."""

  def __init__(self, folder, language, psm, settings=()):
    self.t, self.l = ctypes.CDLL("libtesseract.so.5"), ctypes.CDLL("liblept.so.5")
    p, s = ctypes.c_void_p, ctypes.c_char_p
    for f, result, arguments in ((self.t.TessBaseAPICreate, p, []), (self.t.TessBaseAPIInit2, ctypes.c_int, [p, s, s, ctypes.c_int]),
                                 (self.t.TessBaseAPISetVariable, ctypes.c_int, [p, s, s]), (self.t.TessBaseAPISetPageSegMode, None, [p, ctypes.c_int]),
                                 (self.t.TessBaseAPISetImage2, None, [p, p]), (self.t.TessBaseAPIGetUTF8Text, p, [p]),
                                 (self.t.TessDeleteText, None, [p]), (self.t.TessBaseAPIDelete, None, [p]),
                                 (self.l.pixRead, p, [s]), (self.l.pixDestroy, None, [ctypes.POINTER(p)])):
      f.restype, f.argtypes = result, arguments
    self.api = self.t.TessBaseAPICreate()
    # Tesseract keeps this one for the whole process: what an earlier model set would hold for the next. 0.4 is its own.
    self.t.TessBaseAPISetVariable(self.api, b"textord_occupancy_threshold", b"0.4")
    if self.t.TessBaseAPIInit2(self.api, folder.encode(), language.encode(), 1):
      raise RuntimeError(f"tesseract does not take {folder}/{language}")
    self.t.TessBaseAPISetPageSegMode(self.api, psm)
    for setting in ("preserve_interword_spaces=1", "debug_file=/dev/null", *settings):
      name, _, value = setting.partition("=")
      if not self.t.TessBaseAPISetVariable(self.api, name.encode(), value.encode()):
        raise RuntimeError(f"tesseract knows no {name}")

  def read(self, picture):
    """The text of a picture file."""
    pix = ctypes.c_void_p(self.l.pixRead(picture.encode()))
    if not pix:
      raise RuntimeError(f"{picture} cannot be read")
    self.t.TessBaseAPISetImage2(self.api, pix)
    text = self.t.TessBaseAPIGetUTF8Text(self.api)
    out = ctypes.string_at(text).decode("utf8", "replace") if text else ""
    self.t.TessDeleteText(text)
    self.l.pixDestroy(ctypes.byref(pix))
    return out

  def close(self):
    self.t.TessBaseAPIDelete(self.api)
