#define _GNU_SOURCE
#include "tree.h"

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>

static int open_up(const char *path, const struct stat *state, int kind, struct FTW *walk) {
  (void)walk;
  if (kind == FTW_DNR || (kind == FTW_D && (state->st_mode & 0700) != 0700)) chmod(path, 0700);
  return 0;
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *walk) {
  (void)state, (void)kind, (void)walk;
  return remove(path);
}

int test_remove_tree(const char *path) {
  nftw(path, open_up, 32, FTW_PHYS);
  return nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS);
}
