/* Runs position files: a position or a new match, moves, and the expected outcome or the rule that
 * refuses them. A file is one test; tests/games/positions.md lists the commands.
 *
 * usage: positions [FILE...]; without a FILE, all of tests/games/<id>/positions/ in the current
 * folder. The last line says how many passed. */
#include "support.h"

#include "base/base.h"
#include "data/data.h"

#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test {
    const char *file;
    int line;
    bool failed, has_rules;
    struct referee *referee;
    json_t *position; /* the last one set up or asked for, for `set` and `reject` */
    json_t *events;   /* of the last play */
};

static void fail(struct test *test, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct test *test, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", test->file, test->line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    test->failed = true;
}

static void fail_json(struct test *test, const char *what, const json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    fail(test, "%s: %s", what, text ? text : "(nothing)");
    free(text);
}

/* Asks the referee; consumes the request. */
static json_t *ask(struct test *test, json_t *request)
{
    CHECK(request);
    json_t *answer = referee_answer_json(test->referee, request);
    json_decref(request);
    return answer;
}

static bool is_ok(const json_t *answer)
{
    return json_is_true(json_object_get(answer, "ok"));
}

static const char *fault_text(const json_t *answer, const char *key)
{
    const char *text = json_string_value(json_object_get(json_object_get(answer, "error"), key));
    return text ? text : "-";
}

/* The next word of a line. */
static char *word(char **rest)
{
    char *start = *rest + strspn(*rest, " ");
    char *end = start + strcspn(start, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return start;
}

static json_t *read_json(struct test *test, const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_DECODE_ANY, &error);
    if (!json)
        fail(test, "no JSON: %s (%s)", text, error.text);
    return json;
}

/* Finds the place of a path such as players[0].hand: its container, and key or index. */
struct place {
    json_t *container;
    char key[64];
    size_t index;
};

static bool find_place(json_t *root, const char *path, struct place *place)
{
    *place = (struct place){.container = root};
    json_t *at = root;
    while (*path) {
        if (*path == '.')
            path++;
        place->container = at;
        if (*path == '[') {
            char *end;
            place->index = strtoul(path + 1, &end, 10);
            place->key[0] = '\0';
            at = json_array_get(at, place->index);
            path = end + 1;
        } else {
            size_t length = strcspn(path, ".[");
            if (length >= sizeof place->key)
                return false;
            memcpy(place->key, path, length);
            place->key[length] = '\0';
            at = json_object_get(at, place->key);
            path += length;
        }
        if (!at && *path)
            return false;
    }
    return true;
}

static json_t *value_at(json_t *root, const char *path)
{
    struct place place;
    if (!find_place(root, path, &place))
        return NULL;
    return place.key[0] ? json_object_get(place.container, place.key)
                        : json_array_get(place.container, place.index);
}

/* Two lists with the same items, in any order. */
static bool same_items(const json_t *a, const json_t *b)
{
    if (!json_is_array(a) || json_array_size(a) != json_array_size(b))
        return false;
    json_t *left = json_copy((json_t *)(uintptr_t)b);
    size_t i, k;
    json_t *item;
    json_array_foreach((json_t *)(uintptr_t)a, i, item)
    {
        for (k = 0; k < json_array_size(left); k++)
            if (json_equal(item, json_array_get(left, k)))
                break;
        json_array_remove(left, k);
    }
    bool same = json_array_size(left) == 0;
    json_decref(left);
    return same;
}

/* Compares a value with a JSON text; as a set: in any order. */
static void compare(struct test *test, const json_t *found, const char *text, bool as_set)
{
    json_t *expected = read_json(test, text);
    if (expected && !(as_set ? same_items(found, expected) : json_equal(found, expected)))
        fail_json(test, "found", found);
    json_decref(expected);
}

static void refresh_position(struct test *test)
{
    json_t *answer = ask(test, json_pack("{s:s}", "cmd", "position"));
    json_decref(test->position);
    test->position = json_incref(json_object_get(answer, "position"));
    json_decref(answer);
}

static void setup(struct test *test, json_t *position)
{
    json_t *answer = ask(test, json_pack("{s:s, s:o}", "cmd", "setup", "position", position));
    if (!is_ok(answer))
        fail_json(test, "refused", answer);
    json_decref(answer);
    refresh_position(test);
}

/* The current position with the value at a path changed. */
static json_t *changed_position(struct test *test, char *rest)
{
    refresh_position(test);
    json_t *position = json_deep_copy(test->position);
    char *path = word(&rest);
    json_t *value = read_json(test, rest);
    struct place place;
    if (!value || !find_place(position, path, &place)) {
        fail(test, "no such place: %s", path);
        json_decref(value);
    } else if (place.key[0]) {
        json_object_set_new(place.container, place.key, value);
    } else if (place.index == json_array_size(place.container)) {
        json_array_append_new(place.container, value);
    } else {
        json_array_set_new(place.container, place.index, value);
    }
    return position;
}

/* The commands. Each gets the rest of its line. */

static void do_rules(struct test *test, char *rest)
{
    test->has_rules = *rest != '\0'; /* tests/static/rules_cited.py checks that they exist */
}

static void do_new(struct test *test, char *rest)
{
    char *game = word(&rest), *seats = word(&rest), *seed = word(&rest);
    json_t *options = *rest ? read_json(test, rest) : json_object();
    json_t *answer = ask(test, json_pack("{s:s, s:s, s:i, s:s, s:o}", "cmd", "new", "game", game,
                                         "seats", atoi(seats), "seed", seed, "options", options));
    if (!is_ok(answer))
        fail_json(test, "refused", answer);
    json_decref(answer);
}

static void do_position(struct test *test, char *rest)
{
    json_t *position = read_json(test, rest);
    if (position)
        setup(test, position);
}

static json_t *play(struct test *test, char *rest)
{
    int seat = atoi(word(&rest));
    return ask(test, json_pack("{s:s, s:i, s:s}", "cmd", "play", "seat", seat, "move", rest));
}

static void do_play(struct test *test, char *rest)
{
    json_t *answer = play(test, rest);
    if (!is_ok(answer))
        fail_json(test, "refused", answer);
    json_decref(test->events);
    test->events = json_incref(json_object_get(answer, "events"));
    json_decref(answer);
}

static void do_refuse(struct test *test, char *rest)
{
    char *code = word(&rest), *rule = word(&rest);
    refresh_position(test);
    json_t *before = json_incref(test->position);
    json_t *answer = play(test, rest);
    if (is_ok(answer) || strcmp(fault_text(answer, "code"), code) != 0 ||
        strcmp(fault_text(answer, "rule"), rule) != 0)
        fail_json(test, "answer", answer);
    refresh_position(test);
    if (!json_equal(before, test->position))
        fail(test, "a refused move changed the position");
    json_decref(before);
    json_decref(answer);
}

static void do_to_act(struct test *test, char *rest)
{
    json_t *answer = ask(test, json_pack("{s:s}", "cmd", "to_act"));
    char *seats = word(&rest);
    compare(test, json_object_get(answer, "seats"), seats, false);
    const char *phase = json_string_value(json_object_get(answer, "phase"));
    if (!phase || strcmp(phase, rest) != 0)
        fail(test, "phase %s", phase ? phase : "(none)");
    json_decref(answer);
}

static void compare_legal(struct test *test, char *rest, const char *key)
{
    int seat = atoi(word(&rest));
    json_t *answer = ask(test, json_pack("{s:s, s:i}", "cmd", "legal", "seat", seat));
    compare(test, json_object_get(answer, key), rest, true);
    json_decref(answer);
}

static void do_legal(struct test *test, char *rest)
{
    compare_legal(test, rest, "moves");
}

static void do_open(struct test *test, char *rest)
{
    compare_legal(test, rest, "open");
}

static void compare_position(struct test *test, char *rest, bool as_set)
{
    refresh_position(test);
    char *path = word(&rest);
    compare(test, value_at(test->position, path), rest, as_set);
}

static void do_expect(struct test *test, char *rest)
{
    compare_position(test, rest, false);
}

static void do_expect_set(struct test *test, char *rest)
{
    compare_position(test, rest, true);
}

static void compare_view(struct test *test, char *rest, bool as_set)
{
    json_t *seat = read_json(test, word(&rest));
    json_t *answer = ask(test, json_pack("{s:s, s:o}", "cmd", "view", "seat", seat));
    char *path = word(&rest);
    compare(test, value_at(json_object_get(answer, "view"), path), rest, as_set);
    json_decref(answer);
}

static void do_view(struct test *test, char *rest)
{
    compare_view(test, rest, false);
}

static void do_view_set(struct test *test, char *rest)
{
    compare_view(test, rest, true);
}

/* Whether an object has all keys of another, with the same values. */
static bool includes(const json_t *whole, const json_t *part)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)part, key,
                        value) if (!json_equal(value, json_object_get(whole, key))) return false;
    return true;
}

static void do_result(struct test *test, char *rest)
{
    json_t *expected = read_json(test, rest);
    json_t *answer = ask(test, json_pack("{s:s}", "cmd", "result"));
    if (!includes(answer, expected))
        fail_json(test, "result", answer);
    json_decref(expected);
    json_decref(answer);
}

static void do_event(struct test *test, char *rest)
{
    const char *type = word(&rest);
    json_t *expected = *rest ? read_json(test, rest) : json_object(), *event;
    if (expected)
        json_object_set_new(expected, "type", json_string(type));
    bool found = false;
    size_t i;
    json_array_foreach(test->events, i, event) found = found || includes(event, expected);
    if (!found)
        fail_json(test, "events", test->events);
    json_decref(expected);
}

static void do_set(struct test *test, char *rest)
{
    setup(test, changed_position(test, rest));
}

static void reject(struct test *test, char *rest, const char *rule)
{
    json_t *position = changed_position(test, rest);
    json_t *answer = ask(test, json_pack("{s:s, s:o}", "cmd", "setup", "position", position));
    if (is_ok(answer) || strcmp(fault_text(answer, "code"), "bad_position") != 0 ||
        (rule && strcmp(fault_text(answer, "rule"), rule) != 0))
        fail_json(test, "answer", answer);
    json_decref(answer);
    json_t *before = json_incref(test->position);
    refresh_position(test);
    if (!json_equal(before, test->position))
        fail(test, "a refused position changed the match");
    json_decref(before);
}

static void do_reject(struct test *test, char *rest)
{
    reject(test, rest, NULL);
}

static void do_reject_rule(struct test *test, char *rest)
{
    char *rule = word(&rest);
    reject(test, rest, rule);
}

static const struct {
    const char *name;
    void (*run)(struct test *test, char *rest);
} commands[] = {
    {"rules", do_rules},
    {"new", do_new},
    {"position", do_position},
    {"play", do_play},
    {"refuse", do_refuse},
    {"to_act", do_to_act},
    {"legal", do_legal},
    {"open", do_open},
    {"expect", do_expect},
    {"view", do_view},
    {"expect_set", do_expect_set},
    {"view_set", do_view_set},
    {"result", do_result},
    {"event", do_event},
    {"set", do_set},
    {"reject", do_reject},
    {"reject_rule", do_reject_rule},
};

static void run_command(struct test *test, char *line)
{
    char *name = word(&line);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            commands[i].run(test, line);
            return;
        }
    }
    fail(test, "unknown command: %s", name);
}

/* A command continues on the next line while its braces and brackets are open. */
static int depth(const char *text, size_t length)
{
    int open = 0;
    for (size_t i = 0; i < length; i++)
        open += (text[i] == '{' || text[i] == '[') - (text[i] == '}' || text[i] == ']');
    return open;
}

static void run_text(struct test *test, char *text)
{
    for (char *line = text; *line && !test->failed;) {
        size_t length = strcspn(line, "\n");
        int lines = 1;
        bool comment = *line == '#';
        while (!comment && line[length] && depth(line, length) > 0) {
            length += 1 + strcspn(line + length + 1, "\n");
            lines++;
        }
        char *next = line + length + (line[length] == '\n');
        line[length] = '\0';
        while (length && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        test->line++;
        if (*line && !comment)
            run_command(test, line);
        test->line += lines - 1;
        line = next;
    }
}

static bool run_file(const char *file)
{
    struct test test = {.file = file};
    size_t size;
    char *text = data_read_file(file, 1 << 20, &size);
    if (!text) {
        fail(&test, "cannot be read");
        return false;
    }
    test.referee = referee_new(tested_games(), NULL, tested_texts());
    run_text(&test, text);
    if (!test.failed && !test.has_rules)
        fail(&test, "does not say which rules it tests");
    referee_free(test.referee);
    json_decref(test.position);
    json_decref(test.events);
    free(text);
    return !test.failed;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            return tested_usage(argv[0], "[FILE...]");
    glob_t all = {0};
    if (argc == 1)
        CHECK(glob("tests/games/*/positions/*.txt", 0, NULL, &all) == 0);
    char **files = argc == 1 ? all.gl_pathv : argv + 1;
    for (; *files; files++) {
        if (run_file(*files))
            passed++;
        else
            failed++;
    }
    globfree(&all);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
