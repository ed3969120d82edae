#!/usr/bin/env bash
# FOR I=5 TO 1 runs no turn, so one expects I to stay 5, as in QBasic and in PyPI's mbasic. PC-BASIC, which follows
# GW-BASIC, adds the step on the way out: I is 6. A search that reads its counter after the loop finds another square.
# STEP 0 is odd there, too: above its limit the loop runs no turn, below it one, where others never end.
# PC-BASIC 2.0.8, mbasic 1.0.1041, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages mbasic==1.0.1041 pcbasic==2.0.8
cat >skip.bas <<'BAS'
10 FOR I=5 TO 1
20 PRINT "a turn"
30 NEXT I
40 PRINT "after";I
BAS
sed 's/5 TO 1/1 TO 2 STEP 0/' skip.bas >zero.bas
pc() { pcbasic --interface=none --output=STDIO --quit=True --run="$1" </dev/null 2>/dev/null | tr -d '\r' | sed 's/ *$//'; }
same "$(
    echo "mbasic:   $(printf 'LOAD "skip.bas"\nRUN\nSYSTEM\n' | mbasic --ui cli 2>/dev/null | grep -Eo '^after [0-9]')"
    echo "PC-BASIC: $(pc skip.bas)"
    echo "PC-BASIC, STEP 0: $(pc zero.bas | paste -sd ,)"
)" 'mbasic:   after 5
PC-BASIC: after 6
PC-BASIC, STEP 0: a turn,after 1'
