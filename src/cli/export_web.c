/* ludosaure export-web: writes the page as files for any web host. It then plays on the device itself. */
#include "cli/cli.h"

#include "server/http/http.h"
#include "terminal/screen/screen.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

/* The page for a server, and the one for plain hosts, which takes its name in the export. */
static const char served_page[] = "/index.html", static_page[] = "/static.html";

/* Whether the program has a page that can play without a server. */
static bool page_is_complete(void)
{
    bool has_page = false, has_hall = false;
    for (const struct page_file *file = page_files; file->path; file++) {
        has_page |= strcmp(file->path, static_page) == 0;
        has_hall |= strcmp(file->type, "application/wasm") == 0;
    }
    return has_page && has_hall;
}

/* False with errno. */
static bool file_write(const char *folder, const char *name, const struct page_file *file)
{
    char path[PATH_BYTES];
    if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!cli_folders_create(path, 0777))
        return false;
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    size_t size = file->encoded[PAGE_PLAIN].size;
    bool is_written = fwrite(file->encoded[PAGE_PLAIN].bytes, 1, size, out) == size;
    int reason = errno;
    bool is_closed = fclose(out) == 0;
    if (!is_written)
        errno = reason;
    return is_written && is_closed;
}

/* Whether there is something in the folder. A folder that does not exist is empty. False with errno. */
static bool folder_look(const char *folder, bool *is_empty)
{
    *is_empty = true;
    DIR *open = opendir(folder);
    if (!open)
        return errno == ENOENT;
    for (struct dirent *entry; (entry = readdir(open));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            *is_empty = false;
    closedir(open);
    return true;
}

static int failure(const struct console *console, const char *folder)
{
    return complain_say(console, CONSOLE_FAILED, "export", "cannot_write", folder,
                        complain_reason(console, errno), NULL);
}

int cli_export_web(struct console *console, int argc, char **argv)
{
    bool force = false, is_empty;
    const struct cli_option options[] = {{"force", CLI_FLAG, &force, 0, 0}, {.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "folder_needed"))
        return CONSOLE_USAGE;
    const char *folder = argv[0];
    if (!page_is_complete())
        return complain_say(console, CONSOLE_FAILED, "export", "no_page", NULL);
    if (!folder_look(folder, &is_empty))
        return failure(console, folder);
    if (!is_empty && !force)
        return complain_say(console, CONSOLE_FAILED, "export", "not_empty", folder, NULL);
    for (const struct page_file *file = page_files; file->path; file++) {
        if (strcmp(file->path, served_page) == 0)
            continue;
        bool is_page = strcmp(file->path, static_page) == 0;
        if (!file_write(folder, is_page ? served_page : file->path, file))
            return failure(console, folder);
    }
    struct terminal terminal;
    terminal_start(&terminal, stdout);
    say(console, &terminal, "export", "done", folder, NULL);
    return CONSOLE_OK;
}
