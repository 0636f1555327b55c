#!/bin/sh
# Reads a test program's output and prints how many of its tests passed, failed and were skipped: our own line
# `N passed, M failed` or `N passed, M failed, K skipped`, or cmocka's. Prints nothing if there is none of them.
exec awk '
/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { passed = $1; failed = $3; skipped = $5; found = 1 }
/^\[  PASSED  \] [0-9]+ test/ { passed += $4; found = 1 }
/^\[  FAILED  \] [0-9]+ test/ { failed += $4; found = 1 }
/^\[  SKIPPED \] [0-9]+ test/ { skipped += $4; found = 1 }
END { if (found) print passed + 0, failed + 0, skipped + 0 }'
