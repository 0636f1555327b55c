#include "wire/fault.h"

#include "base/check.h"

json_t *wire_fault(const struct texts *texts, const struct fault *fault)
{
    char sentences[LANGUAGES][512];
    for (int language = 0; language < LANGUAGES; language++) {
        struct buffer text;
        buffer_start(&text, sentences[language], sizeof sentences[language]);
        texts_fault(texts, (enum language)language, fault, &text);
    }
    json_t *json =
        json_pack("{s:s, s:s?, s:{s:s, s:s}}", "code", fault_code_name(fault->code), "rule",
                  fault->rule, "text", "en", sentences[ENGLISH], "fr", sentences[FRENCH]);
    CHECK(json);
    return json;
}
