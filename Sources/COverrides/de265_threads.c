/* libheif starts a thread for each HEVC picture (libde265's plugin, 1.15), and waits forever if none can be started, as in
   a sandboxed worker. Without worker threads the decoder does all of its work on the thread that calls it. */
int de265_start_worker_threads(void *context, int count);

int de265_start_worker_threads(void *context, int count) {
  (void)context;
  (void)count;
  return 0; /* DE265_OK */
}
