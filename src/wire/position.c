#include "wire/position.h"

#include "wire/components.h"
#include "wire/json.h"

#include <stdlib.h>

bool wire_position_start(const json_t *position, const struct game *game, const char *folder,
                         struct match *match, struct fault *fault)
{
    struct game_components_storage components;
    if (!json_is_object(position))
        return fault_bad_request(fault, "position");
    if (!wire_components_load(game, folder, &components, fault))
        return false;
    struct doc *doc = doc_new();
    bool good = wire_to_doc(position, doc)
                    ? match_load(match, game, &components, doc, doc_root(doc), fault)
                    : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}
