/* A frame of the journal: a version, the length, a checksum, and jobs. */
#ifndef STORE_JOURNAL_FRAME_H
#define STORE_JOURNAL_FRAME_H

#include "store/job_bytes.h"

struct journal_output {
    void *context;
    /* Appends a frame to the journal. Returns false if that failed and the journal is as before. */
    bool (*append)(void *context, const void *frame, size_t size);
};

/* Begins a frame in `bytes`, which is emptied; jobs are added by job_bytes_write. */
void journal_frame_begin(struct job_bytes *bytes);
/* Completes the frame. False if it holds no job. */
bool journal_frame_end(struct job_bytes *bytes);

/* The size of the frame that these bytes begin with; 0 if it is cut off or damaged. */
size_t journal_frame_size(const unsigned char *bytes, size_t size);
/* The jobs in this frame, linked by `next`; NULL if they cannot be read. */
struct store_job *journal_frame_jobs(const unsigned char *frame, size_t size);

#endif
