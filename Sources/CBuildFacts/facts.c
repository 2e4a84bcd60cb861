#include "facts.h"

#ifndef HANSCAN_COMMIT
#define HANSCAN_COMMIT ""
#endif

const char *hanscan_commit(void) { return HANSCAN_COMMIT; }
