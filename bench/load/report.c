/* Prints the figures of a run. Then: histograms. */
#include "load.h"

#include <stdio.h>

static void print_row(const char *name, const struct histogram *histogram)
{
    printf("%-34s %8.2f %8.2f %8.2f %8.2f %8.2f\n", name,
           (double)histogram_at(histogram, 0.5) / 1e3, (double)histogram_at(histogram, 0.9) / 1e3,
           (double)histogram_at(histogram, 0.99) / 1e3,
           (double)histogram_at(histogram, 0.999) / 1e3, (double)histogram->max / 1e3);
}

static void print_json_row(const char *name, const struct histogram *histogram)
{
    printf(",\"%s\":{\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f}", name,
           (double)histogram_at(histogram, 0.5) / 1e3, (double)histogram_at(histogram, 0.9) / 1e3,
           (double)histogram_at(histogram, 0.99) / 1e3,
           (double)histogram_at(histogram, 0.999) / 1e3, (double)histogram->max / 1e3);
}

static void print_json(const struct load_report *report, const struct load *load)
{
    double speed = (double)load->moves / report->seconds;
    printf("{\"game\":\"%s\",\"tables\":%d,\"seats\":%d,\"rate\":%d,\"views\":%s,"
           "\"seconds\":%.3f,\"moves\":%lld,\"moves_per_s\":%.1f,\"games\":%lld",
           load->game, load->table_count, load->seats_each, report->rate,
           load->views ? "true" : "false", report->seconds, (long long)load->moves, speed,
           (long long)load->games);
    print_json_row("answer_ms", &load->answer);
    print_json_row("all_ms", &load->all);
    print_json_row("due_ms", &load->due);
    printf(",\"late_ms\":%.3f,\"messages_in\":%lld,\"bytes_in\":%lld,\"load_percent\":%.1f,"
           "\"server_percent\":%.1f,\"server_kb\":%lld,\"unanswered\":%d,\"unseen\":%lld}\n",
           report->late_ms, (long long)report->messages, (long long)report->bytes,
           report->own_share, report->server_share, (long long)report->server_kb,
           report->unanswered, (long long)load->unseen);
}

static void print_text(const struct load_report *report, const struct load *load)
{
    double speed = (double)load->moves / report->seconds;
    printf("%s, %d tables of %d seats, %.1f s: %lld moves, %.0f a second; %lld matches ended\n",
           load->game, load->table_count, load->seats_each, report->seconds, (long long)load->moves,
           speed, (long long)load->games);
    printf("%-34s %8s %8s %8s %8s %8s\n", "ms", "p50", "p90", "p99", "p99.9", "max");
    print_row("sent -> own step", &load->answer);
    print_row("sent -> step at the last seat", &load->all);
    if (report->rate)
        print_row("due -> own step", &load->due);
    printf("received %.0f messages a second, %.0f bytes each; this program %.0f %% of a core\n",
           (double)report->messages / report->seconds,
           (double)report->bytes / (double)(report->messages ? report->messages : 1),
           report->own_share);
    if (report->has_server)
        printf("server: %.0f %% of a core, %lld KiB\n", report->server_share,
               (long long)report->server_kb);
    if (report->unanswered || load->unseen)
        printf("WRONG: %d moves unanswered, %lld not message to every seat\n", report->unanswered,
               (long long)load->unseen);
}

void load_report_print(const struct load_report *report, const struct load *load, bool json)
{
    if (json)
        print_json(report, load);
    else
        print_text(report, load);
}

/* ---- Histograms ---- */

/* Steps have size one for small values; above, each doubling has HISTOGRAM_STEPS steps. */
static int step_of(int64_t value)
{
    if (value < HISTOGRAM_STEPS)
        return (int)value;
    int doubling = 63 - __builtin_clzll((uint64_t)value) - __builtin_ctz(HISTOGRAM_STEPS);
    return doubling * HISTOGRAM_STEPS + (int)(value >> doubling);
}

static int64_t step_last(int step)
{
    if (step < 2 * HISTOGRAM_STEPS)
        return step;
    int doubling = step / HISTOGRAM_STEPS - 1;
    return ((int64_t)(step - doubling * HISTOGRAM_STEPS + 1) << doubling) - 1;
}

void histogram_add(struct histogram *histogram, int64_t value)
{
    if (value < 0)
        value = 0;
    int step = step_of(value);
    histogram->counts[step < HISTOGRAM_SIZE ? step : HISTOGRAM_SIZE - 1]++;
    histogram->count++;
    if (value > histogram->max)
        histogram->max = value;
}

int64_t histogram_at(const struct histogram *histogram, double share)
{
    int64_t wanted = (int64_t)(share * (double)histogram->count), below = 0;
    for (int step = 0; step < HISTOGRAM_SIZE; step++) {
        below += histogram->counts[step];
        if (below > wanted || below == histogram->count)
            return step_last(step) < histogram->max ? step_last(step) : histogram->max;
    }
    return histogram->max;
}
