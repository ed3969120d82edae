#!/usr/bin/env bash
# qbjc compiles QBasic to JavaScript. QBasic's AND and OR work on bits, which programs use to keep flags in a number: 5
# OR 2 is 7, 4 AND 2 is 0. In qbjc they are JavaScript's || and &&, which return one of the two operands, so the results
# look like numbers and are wrong. XOR is no operator at all but a new variable: PRINT shows three numbers.
# qbjc 0.1.2, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages qbjc@0.1.2
cat >flags.bas <<'BAS'
PRINT 5 OR 2
PRINT 6 AND 3
IF 4 AND 2 THEN
  PRINT "4 AND 2 is true"
END IF
PRINT 6 XOR 3
BAS
same "$(qbjc -r flags.bas </dev/null 2>&1 | sed 's/\x1b\[?25[lh]//g' | sed 's/ *$//' | grep .)" ' 5
 3
4 AND 2 is true
 6  0  3'
