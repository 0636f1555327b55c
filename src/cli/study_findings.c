/* Makes the comparisons of a study. */
#include "cli/study_findings.h"

#include "players/standings.h"

bool study_is_together(const struct study_sheet *sheet, int setting)
{
    return sheet->design.settings[setting].seats == sheet->design.game->seats_together;
}

static void plan(struct study_findings *findings, int setting, enum study_figure figure, int index,
                 double even)
{
    findings->of[findings->count++] =
        (struct study_finding){.setting = setting, .figure = figure, .index = index, .even = even};
}

static void plan_setting(const struct study_sheet *sheet, int setting,
                         struct study_findings *findings)
{
    const struct study_setting *about = &sheet->design.settings[setting];
    bool together = study_is_together(sheet, setting),
         variant = study_is_variant(&sheet->design, setting);
    double even = variant ? 0 : 1.0 / about->seats;
    for (int seat = 0; !together && seat < about->seats; seat++)
        plan(findings, setting, STUDY_SEAT_SHARE, seat, even);
    if (together && variant) /* the share of games won; there is no even one */
        plan(findings, setting, STUDY_SEAT_SHARE, 0, even);
    for (int part = 0; !together && part < sheet->part_count; part++)
        if (study_has_part(sheet, setting, part) &&
            (!variant || study_has_part(sheet, about->base, part)))
            plan(findings, setting, STUDY_PART_SHARE, part, even);
    if (variant) {
        plan(findings, setting, STUDY_LENGTH, 0, 0);
        plan(findings, setting, STUDY_DEAL_WINS, 0, 0);
    }
}

static struct study_estimate estimate(const struct study_sheet *sheet,
                                      const struct study_finding *finding, double z)
{
    return study_is_variant(&sheet->design, finding->setting)
               ? study_change(sheet, finding->setting, finding->figure, finding->index, z)
               : study_estimate(sheet, finding->setting, finding->figure, finding->index, z);
}

static bool differs(const struct study_estimate *estimate, double even)
{
    return estimate->is_known && (even < estimate->low || even > estimate->high);
}

void study_findings_make(const struct study_sheet *sheet, struct study_findings *findings)
{
    *findings =
        (struct study_findings){.too_few_deals = sheet->samples[0].deal_count < STUDY_DEALS_LEAST};
    for (int i = 0; i < sheet->design.setting_count; i++)
        plan_setting(sheet, i, findings);
    double wide = study_z(findings->count);
    for (int i = 0; i < findings->count; i++) {
        struct study_finding *finding = &findings->of[i];
        struct study_estimate all = estimate(sheet, finding, wide);
        finding->estimate = estimate(sheet, finding, STANDINGS_Z);
        finding->verdict = findings->too_few_deals                      ? STUDY_NO_DIFFERENCE
                           : differs(&all, finding->even)               ? STUDY_CLEAR
                           : differs(&finding->estimate, finding->even) ? STUDY_POSSIBLE
                                                                        : STUDY_NO_DIFFERENCE;
        findings->with[finding->verdict]++;
    }
}
