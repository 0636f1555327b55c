#!/bin/sh
# Reads a test program's output and prints how many of its tests passed and failed: our own line
# `N passed, M failed`, or cmocka's. Prints nothing if there is neither.
exec awk '
/^[0-9]+ passed, [0-9]+ failed$/ { passed = $1; failed = $3; found = 1 }
/^\[  PASSED  \] [0-9]+ test/ { passed += $4; found = 1 }
/^\[  FAILED  \] [0-9]+ test/ { failed += $4; found = 1 }
END { if (found) print passed + 0, failed + 0 }'
