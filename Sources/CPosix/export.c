#define _GNU_SOURCE
#include "export.h"

#include <fcntl.h>
#include <unistd.h>

void hanscan_begin_writing(int descriptor) {
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int hanscan_sync_file_system(int descriptor) { return syncfs(descriptor); }
