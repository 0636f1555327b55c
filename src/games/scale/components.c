/* Reads the components. */
#include "games/scale/components.h"

#include "games/scale/text.h"

/* Reads the number of cards of one kind and adds it to *all. */
static bool count_load(const struct doc_node *value, uint8_t *count, int *all)
{
    int number;
    if (!doc_number(value, 0, SCALE_NUMBER_CARDS, &number))
        return false;
    *count = (uint8_t)number;
    *all += number;
    return true;
}

/* S2: the split of the number cards, which the sheet does not give. */
bool scale_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    struct scale_components *t = components;
    *t = (struct scale_components){0};
    const struct doc_node *values = doc_get(doc, doc_root(doc), "values");
    const struct doc_node *swaps = doc_get(doc, doc_root(doc), "swaps");
    int with_value = 0, others = 0;
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        const char *name = scale_colour_names[colour];
        const struct doc_node *list = doc_get(doc, values, name);
        if (!doc_is(list, DOC_LIST) || doc_count(list) != SCALE_VALUE_MAX)
            return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_values", "values.%s",
                             name);
        int card = SCALE_CARD_VALUE + SCALE_VALUE_MAX * colour;
        DOC_EACH (doc, list, value)
            if (!count_load(value, &t->cards[card++], &with_value))
                return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count",
                                 "values.%s", name);
        if (!count_load(doc_get(doc, swaps, name), &t->cards[SCALE_CARD_SWAP + colour], &others))
            return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count", "swaps.%s",
                             name);
    }
    if (!count_load(doc_get(doc, doc_root(doc), "multicolour"), &t->cards[SCALE_CARD_MULTICOLOUR],
                    &others))
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count", "multicolour");
    if (with_value + others != SCALE_NUMBER_CARDS)
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_sum", "%d",
                         with_value + others);
    /* Even if every player holds one, a player who draws must find a card with a value in the end
     * (S9). */
    if (with_value < SCALE_SEATS_MAX)
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_few_values", "%d",
                         with_value);
    return true;
}
