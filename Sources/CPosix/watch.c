#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

int cposix_watch_open(void) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int cposix_watch_add(int watch, int directory) {
  // The descriptor, and not a path, which may lead elsewhere by now or be too long.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
  int number = inotify_add_watch(
    watch, path,
    IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
      IN_EXCL_UNLINK | IN_ONLYDIR);
  return number < 0 ? -errno : number;
}

int cposix_watch_remove(int watch, int number) {
  return inotify_rm_watch(watch, number) < 0 ? -errno : 0;
}

int cposix_watch_next(const void *buffer, size_t length, size_t *offset, struct cposix_watch_event *event) {
  struct inotify_event head;
  if (*offset + sizeof head > length) return 0;
  const char *at = (const char *)buffer + *offset;
  memcpy(&head, at, sizeof head);
  if (head.len > length - *offset - sizeof head) return 0;
  *offset += sizeof head + head.len;
  event->number = head.wd;
  event->name = head.len > 0 ? at + sizeof head : NULL;
  static const struct {
    uint32_t theirs;
    int ours;
  } bits[] = {
    {IN_CREATE | IN_MOVED_TO, cposix_watch_appeared},
    {IN_MOVED_FROM, cposix_watch_moved_away},
    {IN_DELETE, cposix_watch_removed},
    {IN_ISDIR, cposix_watch_directory},
    {IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT, cposix_watch_itself},
    {IN_IGNORED, cposix_watch_forgotten},
    {IN_Q_OVERFLOW, cposix_watch_overflow},
  };
  event->bits = 0;
  for (size_t index = 0; index < sizeof bits / sizeof *bits; index++)
    if (head.mask & bits[index].theirs) event->bits |= bits[index].ours;
  return 1;
}

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
