// A tool that misbehaves on command: what it does is the first word of the document that it is given.
// Under the names of poppler's programs it answers as they do, but for what the document orders.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void try_path(const char *order, const char *path) {
  if (strcmp(order, "reads") == 0) {
    int file = open(path, O_RDONLY);
    printf("%s\n", file < 0 ? strerrorname_np(errno) : "opened");
  } else if (strcmp(order, "lists") == 0) {
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    printf("%s\n", folder < 0 ? strerrorname_np(errno) : "opened");
  } else if (strcmp(order, "writes") == 0) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    printf("%s\n", file < 0 ? strerrorname_np(errno) : "opened");
  } else if (strcmp(order, "removes") == 0) {
    printf("%s\n", unlink(path) < 0 ? strerrorname_np(errno) : "removed");
  } else if (strcmp(order, "executes") == 0) {
    char *arguments[] = {(char *)path, NULL};
    execv(path, arguments);
    printf("%s\n", strerrorname_np(errno));
  }
}

/// What poppler's programs would answer about a document of three pages.
static int answer(const char *name) {
  if (strcmp(name, "pdfinfo") == 0) {
    printf("Pages:           3\n");
    for (int page = 1; page <= 3; page++) printf("Page %4d size:  200 x 100 pts\nPage %4d rot:   0\n", page, page);
  }
  if (strcmp(name, "pdftoppm") == 0) {
    printf("P5\n# *\n40 40\n255\n");
    for (int pixel = 0; pixel < 1600; pixel++) putchar(255);
  }
  return 0;
}

int main(int count, char **arguments) {
  char text[4096];
  ssize_t length = pread(0, text, sizeof text - 1, 0);
  text[length < 0 ? 0 : length] = 0;
  char order[64] = "", path[1024] = "";
  const char *start = text;
  // By the name of a program of poppler it obeys the line of its document that has the name and the page.
  const char *name = strrchr(arguments[0], '/') ? strrchr(arguments[0], '/') + 1 : arguments[0];
  if (strncmp(name, "pdf", 3) == 0) {
    char own[64];
    snprintf(own, sizeof own, "\n%s %s ", name, count > 2 ? arguments[2] : "");
    start = strstr(text, own);
    if (start == NULL) return answer(name);
    start += strlen(own);
  }
  sscanf(start, "%63s %1023s", order, path);
  if (strcmp(order, "says") == 0) printf("%s", start + 5);
  if (strcmp(order, "complains") == 0) return fprintf(stderr, "%s", start + 10), 1;
  // The sandbox lets nobody sleep but for a lock.
  int locked = 0;
  if (strcmp(order, "hangs") == 0)
    for (;;) syscall(SYS_futex, &locked, FUTEX_WAIT, 0, NULL);
  if (strcmp(order, "spins") == 0)
    for (volatile int number = 0;; number++) {}
  if (strcmp(order, "floods") == 0)
    for (;;) printf("%4096d", 0);
  if (strcmp(order, "crashes") == 0) raise(SIGSEGV), abort();
  if (strcmp(order, "eats") == 0) {
    for (size_t bytes = 1 << 20;; bytes += 1 << 20) {
      char *volatile memory = malloc(1 << 20);
      if (memory == NULL) return printf("%zu", bytes), 0;
      memset(memory, 1, 1 << 20);
    }
  }
  if (strcmp(order, "environment") == 0)
    for (char **variable = environ; *variable != NULL; variable++) puts(*variable);
  if (strcmp(order, "descriptors") == 0)
    for (int number = 0; number < 1024; number++)
      if (fcntl(number, F_GETFD) >= 0) printf("%d ", number);
  if (strcmp(order, "socket") == 0) printf("%d", socket(AF_INET, SOCK_STREAM, 0));
  if (strcmp(order, "forks") == 0) printf("%d", fork());
  if (strcmp(order, "traces") == 0) printf("%ld", ptrace(PTRACE_TRACEME, 0, 0, 0));
  if (strcmp(order, "signals") == 0) printf("%d", kill(getppid(), SIGTERM));
  if (strcmp(order, "lingers") == 0) printf("%s", prctl(PR_SET_PDEATHSIG, 0) < 0 ? strerrorname_np(errno) : "lingers");
  if (strcmp(order, "raises") == 0) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    printf("%s", setrlimit(RLIMIT_FSIZE, &limit) < 0 ? strerrorname_np(errno) : "raised");
  }
  try_path(order, path);
  return 0;
}
