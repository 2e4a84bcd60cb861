#define _GNU_SOURCE
#include "memfile.h"

#include <sys/mman.h>

int hanscan_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
