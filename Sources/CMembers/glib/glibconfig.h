// GLib's own header of the machine lies where no fixed path leads; Debian's folders of libraries tell the machines apart.
#if __has_include("/usr/lib/x86_64-linux-gnu/glib-2.0/include/glibconfig.h")
#include "/usr/lib/x86_64-linux-gnu/glib-2.0/include/glibconfig.h"
#else
#include "/usr/lib/aarch64-linux-gnu/glib-2.0/include/glibconfig.h"
#endif
