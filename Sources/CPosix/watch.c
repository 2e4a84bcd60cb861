#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

int cposix_is_remote(int descriptor) {
  // Numbers of statfs(2) and of the kernel's magic.h: NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Ceph, Lustre, GPFS, BeeGFS.
  static const uint32_t remote[] = {0x6969,     0x517B,     0xFF534D42, 0xFE534D42, 0x65735546, 0x01021997,
                                    0x5346414F, 0x00C36400, 0x0BD00BD0, 0x47504653, 0x19830326};
  struct statfs facts;
  if (fstatfs(descriptor, &facts) < 0) return 0;
  for (size_t index = 0; index < sizeof remote / sizeof *remote; index++)
    if ((uint32_t)facts.f_type == remote[index]) return 1;
  return 0;
}

int cposix_send_datagram(const char *path, const void *bytes, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address.sun_path) return -EINVAL;
  memcpy(address.sun_path, path, length);
  // An abstract name is as long as the address says, and begins with a zero byte.
  if (path[0] == '@') address.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  ssize_t sent;
  do
    sent = sendto(
      descriptor, bytes, count, MSG_NOSIGNAL, (const struct sockaddr *)&address,
      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
  while (sent < 0 && errno == EINTR);
  int error = sent < 0 ? errno : 0;
  close(descriptor);
  return -error;
}
