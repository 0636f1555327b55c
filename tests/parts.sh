# The parts of ./test: named commands, run in parallel on all cores. Sourced by ./test.

names=()    # of each part
commands=() # the command of each, quoted for eval
kinds=()    # of each: "busy" (uses a core), "waiting" (hardly uses one) or "alone"

# part "NAME" COMMAND...: if the last line of its output is `N passed, M failed`, these tests count;
# otherwise the command is one test, which passes if it exits with 0. If that line is `skipped: REASON`, nothing counts.
part() {
    names+=("$1")
    shift
    commands+=("$(printf '%q ' "$@")")
    kinds+=(busy)
}

# The same for a part that mostly waits for clocks, processes or disks, so it can run beside busy ones.
part_waiting() {
    part "$@"
    kinds[-1]=waiting
}

# The same for a part that measures time, or uses all cores.
part_alone() {
    part "$@"
    kinds[-1]=alone
}

# parts_choose WORD...: keeps the parts whose name contains one of the words; all without a word.
parts_choose() {
    [ $# -gt 0 ] || return 0
    local index word
    for index in "${!names[@]}"; do
        for word; do
            [[ ${names[index]} == *"$word"* ]] && continue 2
        done
        unset "names[index]" "commands[index]" "kinds[index]"
    done
    if [ ${#names[@]} -eq 0 ]; then
        say "test: no part is called like this: $* (./test --list)"
        exit 2
    fi
}

# parts_keep_command WORD: keeps the parts whose command mentions it.
parts_keep_command() {
    local index
    for index in "${!names[@]}"; do
        [[ ${commands[index]} == *"$1"* ]] || unset "names[index]" "commands[index]" "kinds[index]"
    done
}

# parts_need WORD: whether a chosen part's command mentions it.
parts_need() {
    local command
    for command in "${commands[@]}"; do
        [[ $command == *"$1"* ]] && return 0
    done
    return 1
}

total_passed=0
total_failed=0
declare -A running=() # process -> part
declare -A began=()   # part -> second

part_start() {
    local index=$1
    began[$index]=$SECONDS
    eval "${commands[index]}" >"$outputs/$index" 2>&1 </dev/null &
    running[$!]=$index
}

# Waits for a part to end, and reports it. Reports slow parts every minute, with their last line of
# output.
part_finish() {
    local process code index passed failed reason next_report=$((SECONDS + 60))
    while :; do
        for process in "${!running[@]}"; do
            kill -0 "$process" 2>/dev/null || break 2
        done
        if [ $SECONDS -ge $next_report ]; then
            next_report=$((SECONDS + 60))
            for index in "${running[@]}"; do
                printf '  … %s, for %d s: %s\n' "${names[index]}" $((SECONDS - began[$index])) \
                    "$(tail -n 1 "$outputs/$index" | tr -d '\0' | cut -c 1-100)"
            done
        fi
        sleep 0.2
    done
    wait "$process"
    code=$?
    index=${running[$process]}
    unset "running[$process]"
    reason=$(sed -n '$s/^skipped: //p' "$outputs/$index")
    if [ $code -eq 0 ] && [ -n "$reason" ]; then
        printf '%-32s skipped: %s\n' "${names[index]}" "$reason"
        return
    fi
    read -r passed failed <<<"$(tests/count.sh <"$outputs/$index")"
    if [ -z "${passed:-}" ]; then
        passed=$((code == 0)) failed=$((code != 0))
    elif [ $code -ne 0 ] && [ "$failed" -eq 0 ]; then
        failed=1
    fi
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    printf '%-32s %5d passed %3d failed  %4d s\n' "${names[index]}" "$passed" "$failed" $((SECONDS - began[$index]))
    # Lines of passed tests do not explain a failure.
    [ "$failed" -eq 0 ] || grep -v '^ok ' "$outputs/$index" | tail -n 60
}

# parts_start KIND MOST: starts the next parts of a kind until MOST of them run.
parts_start() {
    local index count=0
    for index in "${running[@]}"; do
        [ "${kinds[index]}" != "$1" ] || count=$((count + 1))
    done
    for index in "${!names[@]}"; do
        [ $count -lt "$2" ] || break
        [ "${kinds[index]}" = "$1" ] && [ -z "${began[$index]:-}" ] || continue
        part_start "$index"
        count=$((count + 1))
    done
}

# Runs the chosen parts, and prints how many tests passed and failed.
parts_run() {
    outputs=$(mktemp -d)
    trap 'rm -rf "$outputs"' EXIT
    while
        parts_start busy "$(nproc)"
        parts_start waiting "$(nproc)"
        [ ${#running[@]} -gt 0 ] || parts_start alone 1
        [ ${#running[@]} -gt 0 ]
    do part_finish; done
    printf '%d passed, %d failed\n' "$total_passed" "$total_failed"
    [ "$total_failed" -eq 0 ]
}
