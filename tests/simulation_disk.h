/* A disk that can fail: the file system of SQLite, but writes fail on demand. Either the disk is full
 * for a while, or the program is killed in the middle of a transaction and later writes never happen. */
#ifndef TESTS_SIMULATION_DISK_H
#define TESTS_SIMULATION_DISK_H

void disk_prepare(void);
/* All writes after this number fail; -1: none does. */
void disk_break(int writes);

#endif
