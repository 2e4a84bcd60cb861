#define _GNU_SOURCE
#include "ingest.h"

#include <fcntl.h>

int hanscan_open_place_flag(void) { return O_PATH; }
