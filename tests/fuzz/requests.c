/* Fuzzes messages of clients with any bytes. The result is either a request in which every value is
 * valid, or a fault with a sentence; the id, if any, is valid JSON. */
#include "support.h"

#include "base/base.h"
#include "hall/hall.h"
#include "hall/hall_internal.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fault_tell(const struct fault *fault)
{
    CHECK(fault->code > FAULT_NONE && fault->code < FAULT_COUNT && fault->text);
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[512];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_fault(tested_texts(), (enum language)language, fault, &text);
        json_t *json = json_string(text.text);
        CHECK(json && text.length > 0 && strcmp(text.text, fault->text) != 0);
        json_decref(json);
    }
}

static void length_check(const char *text, size_t longest)
{
    CHECK(!text || strlen(text) <= longest);
}

static void request_check(const struct request *request)
{
    CHECK(request->cmd < REQUEST_KINDS && json_is_object(request->json));
    CHECK(!request->table || strlen(request->table) == STORE_ID_TEXT - 1);
    CHECK(!request->person || strlen(request->person) == STORE_ID_TEXT - 1);
    length_check(request->cid, STORE_CID_MAX - 1);
    length_check(request->move, GAME_MOVE_TEXT_MAX - 1);
    length_check(request->game, 31);
    length_check(request->password, 200);
    length_check(request->text, 1200);
    CHECK(request->seat >= -1 && request->seat < GAME_SEATS_MAX);
    CHECK(request->since >= -1 && request->before >= 0);
    CHECK((unsigned)request->x < 256 && (unsigned)request->y < 256 &&
          (unsigned)request->power < 256);
    char name[STORE_NAME_MAX], code[CODE_TEXT];
    struct fault fault;
    if (request->name && !name_is_fine(request->name, request->program, name, &fault))
        fault_tell(&fault);
    if (request->code)
        code_normalise(request->code, code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size ? size : 1); /* as from a socket: without a terminating zero */
    CHECK(bytes);
    memcpy(bytes, data, size);
    struct request request;
    struct fault fault = {0};
    if (request_read(&request, bytes, size, &fault))
        request_check(&request);
    else
        fault_tell(&fault);
    if (request.id) {
        json_t *id =
            wire_parse(request.id, strlen(request.id)); /* even a number that no type can hold */
        CHECK(id && strlen(request.id) <= WIRE_ID_MAX);
        json_decref(id);
    }
    request_free(&request);
    free(bytes);
    return 0;
}
