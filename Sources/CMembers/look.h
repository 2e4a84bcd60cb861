#pragma once

#include "include/members.h"

#include <stdio.h>

/// A look at one archive or mail.
struct look {
  FILE *answer;   ///< The list; NULL for a copy.
  int output;     ///< The copy.
  long member;    ///< The one to copy.
  long most;      ///< Members that are listed.
  long next;      ///< The number of the next member.
  void *options;  ///< Of GMime, for a mail.
};

/// Writes one record; returns 0 where the answer can't be written or no more members are wanted.
int hanscan_members_tell(struct look *look, char kind, long long size, const char *name);

int hanscan_members_archive(struct look *look, int input, int is_zip);
int hanscan_members_mail(struct look *look, int input);

/// The version of GMime as it is loaded, as three numbers.
void hanscan_members_mail_version(unsigned numbers[3]);
