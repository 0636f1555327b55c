/* A study as JSON: every match with its result, and the figures. Parts of a study, played on several
 * machines, can be added up. */
#ifndef CLI_STUDY_JSON_H
#define CLI_STUDY_JSON_H

#include "cli/study_sample.h"

/* Describes the series that the study is a part of. */
void study_series_start(struct study *study, const char *shard);

json_t *study_json_write(const struct study *study);

/* Adds what study_json_write wrote to a study, which is all zero before the first time. Returns an
 * exit code, after a message unless it is CONSOLE_OK; `path` is for the message. */
int study_json_add(const struct console *console, struct study *study, const json_t *json,
                   const char *path);

#endif
