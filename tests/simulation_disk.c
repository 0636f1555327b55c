#include "simulation_disk.h"

#include "base/alloc.h"
#include "base/check.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_vfs *real;    /* SQLite's file system */
static int writes_left = -1; /* -1: no limit */

struct file {
    sqlite3_file base;
    sqlite3_file *real;
};

static sqlite3_file *beneath(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static bool is_broken(void)
{
    if (writes_left > 0)
        writes_left--;
    return writes_left == 0;
}

static int on_close(sqlite3_file *file)
{
    int result =
        beneath(file)->pMethods ? beneath(file)->pMethods->xClose(beneath(file)) : SQLITE_OK;
    free(beneath(file));
    return result;
}

static int on_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at)
{
    return beneath(file)->pMethods->xRead(beneath(file), bytes, size, at);
}

static int on_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    return is_broken() ? SQLITE_FULL
                       : beneath(file)->pMethods->xWrite(beneath(file), bytes, size, at);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return is_broken() ? SQLITE_IOERR_TRUNCATE
                       : beneath(file)->pMethods->xTruncate(beneath(file), size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    return is_broken() ? SQLITE_IOERR_FSYNC : beneath(file)->pMethods->xSync(beneath(file), flags);
}

static int on_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return beneath(file)->pMethods->xFileSize(beneath(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return beneath(file)->pMethods->xLock(beneath(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return beneath(file)->pMethods->xUnlock(beneath(file), level);
}

static int on_check_lock(sqlite3_file *file, int *result)
{
    return beneath(file)->pMethods->xCheckReservedLock(beneath(file), result);
}

static int on_control(sqlite3_file *file, int what, void *argument)
{
    return beneath(file)->pMethods->xFileControl(beneath(file), what, argument);
}

static int on_sector_size(sqlite3_file *file)
{
    return beneath(file)->pMethods->xSectorSize(beneath(file));
}

static int on_device(sqlite3_file *file)
{
    return beneath(file)->pMethods->xDeviceCharacteristics(beneath(file));
}

static int on_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
    return beneath(file)->pMethods->xShmMap(beneath(file), region, size, extend, at);
}

static int on_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return beneath(file)->pMethods->xShmLock(beneath(file), offset, count, flags);
}

static void on_shm_barrier(sqlite3_file *file)
{
    beneath(file)->pMethods->xShmBarrier(beneath(file));
}

static int on_shm_unmap(sqlite3_file *file, int remove)
{
    return beneath(file)->pMethods->xShmUnmap(beneath(file), remove);
}

static int on_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                   int *flags_out)
{
    /* Version 2 has no memory maps, which would bypass on_write. */
    static const sqlite3_io_methods methods = {.iVersion = 2,
                                               .xClose = on_close,
                                               .xRead = on_read,
                                               .xWrite = on_write,
                                               .xTruncate = on_truncate,
                                               .xSync = on_sync,
                                               .xFileSize = on_file_size,
                                               .xLock = on_lock,
                                               .xUnlock = on_unlock,
                                               .xCheckReservedLock = on_check_lock,
                                               .xFileControl = on_control,
                                               .xSectorSize = on_sector_size,
                                               .xDeviceCharacteristics = on_device,
                                               .xShmMap = on_shm_map,
                                               .xShmLock = on_shm_lock,
                                               .xShmBarrier = on_shm_barrier,
                                               .xShmUnmap = on_shm_unmap};
    (void)vfs;
    struct file *wrapped = (struct file *)file;
    wrapped->base.pMethods = NULL;
    wrapped->real = alloc_new((size_t)real->szOsFile);
    int result = real->xOpen(real, name, wrapped->real, flags, flags_out);
    if (result == SQLITE_OK)
        wrapped->base.pMethods = &methods;
    else
        free(wrapped->real);
    return result;
}

void disk_prepare(void)
{
    static sqlite3_vfs vfs;
    real = sqlite3_vfs_find(NULL);
    CHECK(real);
    vfs = *real;
    vfs.zName = "simulated";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(struct file);
    vfs.xOpen = on_open;
    CHECK(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

void disk_break(int writes)
{
    writes_left = writes;
}
