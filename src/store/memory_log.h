/* The log of a memory database. It consists of frames: a version, the length, a checksum, and jobs. */
#ifndef STORE_MEMORY_LOG_H
#define STORE_MEMORY_LOG_H

#include "store/job_bytes.h"

struct memory_log {
    void *context;
    /* Adds a frame to the log. False if that failed: then the log is as before. */
    bool (*append)(void *context, const void *frame, size_t size);
};

/* Begins a frame in `bytes`, which is emptied; jobs are added by job_bytes_write. */
void memory_frame_begin(struct job_bytes *bytes);
/* Completes the frame. False if it holds no job. */
bool memory_frame_end(struct job_bytes *bytes);

/* The size of the frame that `log` begins with; 0 if there is no whole and undamaged one. */
size_t memory_frame_size(const unsigned char *log, size_t size);
/* The jobs in this frame, linked by `next`; NULL if they cannot be read. */
struct store_job *memory_frame_jobs(const unsigned char *frame, size_t size);

#endif
