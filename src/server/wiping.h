/* Wipes the memory of JSON values when it is freed: requests contain passwords. */
#ifndef SERVER_WIPING_H
#define SERVER_WIPING_H

/* From now on, in the whole program. */
void wiping_start(void);

#endif
