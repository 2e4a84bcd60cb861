#pragma once

/* Functions that take the place of those of the same name in libtesseract, libleptonica and libde265.

   The dynamic linker looks for a function in the executable before it looks in the libraries, so the libraries call these,
   too. That changes a whole process. Therefore only executables link this target: the libraries of HanScan leave the
   process of whoever uses them as it is. They work without it, with two differences: Tesseract starts slower and in more
   memory, and a sandboxed process that decodes HEIC pictures has to link the function of libde265. */
