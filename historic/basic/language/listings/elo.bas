' A table: the expected score for each difference of two ratings, and what a game gains.
'
' Arpad Elo's system, with the formula that the World Chess Federation took over in 1970: a player who is
' 400 points ahead scores ten times as much as the opponent.

DECLARE FUNCTION Expected (D)
DEFSNG A-Z
CONST LASTROW = 400, PACE = 50
DIM K AS INTEGER
DATA 40, 20, 10

PRINT "Difference   Expected      K      Win    Draw    Loss"
PRINT STRING$(55, "-")
FOR Difference = 0 TO LASTROW STEP PACE
  RESTORE
  FOR Row = 1 TO 3
    READ K
    IF Row = 1 THEN PRINT USING "    ####      #.###"; Difference; Expected(Difference);  ELSE PRINT SPC(19);
    PRINT USING "     ##"; K;
    FOR Result = 1 TO 0 STEP -.5
      PRINT USING "  +##.#"; K * (Result - Expected(Difference));
    NEXT
    PRINT
  NEXT
NEXT

FUNCTION Expected (D)
  Expected = 1 / (1 + 10 ^ (-D / 400))
END FUNCTION
