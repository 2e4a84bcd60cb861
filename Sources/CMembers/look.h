#pragma once

#include "include/members.h"

#include <stdio.h>

/// A look at one archive or mail.
struct look {
  FILE *answer;   ///< The list; NULL for a copy.
  int output;     ///< The copy.
  const long *wanted;  ///< Those to copy, in any order.
  long count;     ///< How many they are; several have headers.
  long left;      ///< How many of them have not been met.
  long long start;  ///< Where the copy under way begins.
  long most;      ///< Members that are listed.
  long next;      ///< The number of the next member.
  void *body;     ///< The part that is the present mail's own text; it stays the mail's.
};

/// Writes one record; returns 0 where the answer can't be written or no more members are wanted.
int hanscan_members_tell(struct look *look, char kind, long long size, const char *name);

/// Tells why nothing further can be read: as the last record of the list, or on standard error. Returns the result.
int hanscan_members_lose(struct look *look, const char *why);

/// Whether the next member is to be copied.
int hanscan_members_wants(const struct look *look);

/// Begins a copy of the next member; 0 where its header can't be written.
int hanscan_members_begin(struct look *look);

/// Finishes it with a result; returns that, or HANSCAN_MEMBERS_NONE where others are to be looked for.
int hanscan_members_finish(struct look *look, int result);

/// Writes all bytes of a copy; 0 where that can't be done.
int hanscan_members_write(struct look *look, const char *bytes, size_t count);

/// The files that a text holds as `uuencode` writes them; a result where the look has finished, -1 where it goes on.
int hanscan_members_uuencoded(struct look *look, const char *text, size_t length);

/// The text of HTML, laid out in columns of characters; in UTF-8, for `g_free`.
char *hanscan_members_html(const char *html);

int hanscan_members_archive(struct look *look, int input, const char *format);
int hanscan_members_mail(struct look *look, int input);
