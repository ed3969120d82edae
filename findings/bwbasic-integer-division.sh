#!/usr/bin/env bash
# In BASICs of Microsoft's family, `\` divides integers: 7\2 is 3. Bywater BASIC accepts the operator and keeps the
# fraction, so that `\` is another `/`. It also takes a minus before ^, so that -2^2 is 4, where that family says -4. No
# message tells; a listing that finds rank and file with `\` goes on with half squares.
# bwbasic 2.20pl2-13, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages bwbasic
cat >divide.bas <<'BAS'
10 PRINT 7\2
20 PRINT -2^2
30 PRINT 63\8
40 QUIT
BAS
same "$(bwbasic divide.bas </dev/null | grep -Eo '^ *-?[0-9.]+ *$' | tr -d ' ')" '3.5000000
4
7.8750000'
