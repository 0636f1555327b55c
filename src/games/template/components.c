/* Reads the components of Fossils: data/components/template.json. */
#include "games/template/components.h"

#include "games/template/state.h"

bool template_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    int fossils;
    if (!doc_number(doc_get(doc, doc_root(doc), "fossils"), TEMPLATE_FOSSILS_MIN,
                    TEMPLATE_FOSSILS_MAX, &fossils))
        return fault_set(fault, FAULT_BAD_COMPONENTS, "P1", "template.bad_fossils", "fossils");
    *(struct template_components *)components =
        (struct template_components){.fossils = (uint8_t)fossils};
    return true;
}
