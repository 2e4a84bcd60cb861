#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
