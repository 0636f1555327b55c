#include "wire/draft.h"

#include "base/check.h"
#include "game/registry.h"
#include "wire/fault.h"
#include "wire/json.h"

#include <stdlib.h>

static bool draft_check(const json_t *request, struct doc *view, struct doc *marks,
                        struct fault *fault)
{
    const char *id = wire_text(json_object_get(request, "game"));
    const char *move = wire_text(json_object_get(request, "move"));
    const json_t *seat = json_object_get(request, "seat");
    const json_t *seen = json_object_get(request, "view");
    const struct game *game = id ? game_find(games_all, id) : NULL;
    if (!game || !game->draft)
        return fault_bad_request(fault, "game");
    if (!move)
        return fault_bad_request(fault, "move");
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
        json_integer_value(seat) >= game->seats_max)
        return fault_bad_request(fault, "seat");
    if (!json_is_object(seen) || !wire_to_doc(seen, view))
        return fault_bad_request(fault, "view");
    return game->draft(game, view, (int)json_integer_value(seat), move, marks, fault);
}

json_t *wire_draft(const struct texts *texts, const json_t *request)
{
    struct fault fault = {0};
    struct doc *view = doc_new(), *marks = doc_new();
    doc_start(marks);
    doc_object(marks, NULL);
    bool allowed = draft_check(request, view, marks, &fault);
    doc_end(marks);
    CHECK(!marks->full);
    json_t *answer = json_pack("{s:o}", "marks", wire_from_doc(marks, doc_root(marks)));
    CHECK(answer);
    if (!allowed)
        json_object_set_new(answer, "error", wire_fault(texts, &fault));
    free(marks);
    free(view);
    return answer;
}
