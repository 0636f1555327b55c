#!/usr/bin/env bash
# with_postgres.sh COMMAND...: starts a private PostgreSQL in a temporary folder, runs the command with
# the address of an empty database as its last argument and in $LUDOSAURE_POSTGRES, and removes
# everything. The server listens on a socket in that folder only. With $POSTGRES_DURABLE it syncs.
set -uo pipefail
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$programs" ]; then
    echo "with_postgres.sh: needs the package postgresql" >&2
    exit 1
fi
folder=$(mktemp -d /tmp/ludosaure-postgres-XXXXXX)
as_owner=()
if [ "$(id -u)" -eq 0 ]; then # PostgreSQL refuses to run as root
    chown postgres "$folder"
    as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
sync=off
[ -n "${POSTGRES_DURABLE:-}" ] && sync=on
cd "$folder" && folder_before=$OLDPWD
stop() {
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM
if ! { "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -U ludosaure -A trust -E UTF8 --locale=C.UTF-8 --no-sync &&
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
        -o "-k $folder -c listen_addresses= -c fsync=$sync -c shared_buffers=32MB -c max_connections=40" start &&
    "${as_owner[@]}" "$programs/createdb" -h "$folder" -U ludosaure test; } >"$folder/setup" 2>&1 </dev/null; then
    cat "$folder/setup" "$folder/log" >&2
    exit 1
fi
cd "$folder_before" || exit 1
# For tests that restart the server, or change its contents.
export POSTGRES_CONTROL="${as_owner[*]} $programs/pg_ctl -D $folder/data -w -l $folder/log"
export POSTGRES_CONTROL_SQL="$programs/psql -h $folder -U ludosaure test"
export LUDOSAURE_POSTGRES="postgresql://ludosaure@/test?host=$folder" POSTGRES_FOLDER=$folder
"$@" "$LUDOSAURE_POSTGRES"
