#!/usr/bin/env bash
# PyPI's mbasic re-creates Microsoft's MBASIC 5.21. PC-BASIC, which re-creates GW-BASIC of the same family, refuses a
# root of a negative number; mbasic prints a complex number, which no BASIC of that time had, because its ^ is Python's
# **. For the same reason it computes 2^3^2 from the right (512), where that family goes from the left (64).
# mbasic 1.0.1041, PC-BASIC 2.0.8, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages mbasic==1.0.1041 pcbasic==2.0.8
printf '10 PRINT 2^3^2\n20 PRINT (-8)^(1/3)\n30 END\n' >power.bas
same "$(
    echo "mbasic:"
    printf 'LOAD "power.bas"\nRUN\nSYSTEM\n' | mbasic --ui cli 2>/dev/null | grep -E '^ ?[0-9(]' | grep -E '^ *512|j' | sed 's/\.[0-9]*/.../g'
    echo "PC-BASIC:"
    pcbasic --interface=none --output=STDIO --quit=True --run=power.bas </dev/null 2>/dev/null | tr -d '\r' | LC_ALL=C tr -cd '\n -~'
)" 'mbasic:
 512 
(0...+1...j)
PC-BASIC:
 64 
Illegal function call in 20'
