#!/usr/bin/env bash
# FOR computes its limit once: so say the BASICs of Microsoft's family, Pascal, and Python's range. Yabasic computes it
# again on each turn, as a for of C would. A loop that changes the variable of its own limit runs on. INT(-2.5) is -2
# there, too, not -3 as in that family: it cuts, and does not round down.
# yabasic 1:2.90.3-1, Debian 12; PC-BASIC 2.0.8, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages yabasic libwhereami0
python_packages pcbasic==2.0.8
printf '10 N=3\n20 FOR I=1 TO N\n30 IF I=1 THEN N=5\n40 PRINT I\n50 NEXT I\n60 PRINT INT(-2.5)\n' >limit.bas
sed 's/\(THEN .*\)/\1 FI/' limit.bas >limit.yab
same "$(
    echo "yabasic: $(yabasic limit.yab | paste -sd " ")"
    printf 'PC-BASIC:'
    pcbasic --interface=none --output=STDIO --quit=True --run=limit.bas </dev/null 2>/dev/null | tr -d '\r\n'
)" 'yabasic: 1 2 3 4 5 -2
PC-BASIC: 1  2  3 -3 '
