' A game: three pawns a side on nine squares. The program learns from each game that it loses.
'
' Martin Gardner described Hexapawn in 1962. A pawn moves one square ahead, or captures one square
' ahead to the side. You win on the last row, or if your opponent has no move left.

DECLARE FUNCTION IsLegal (Side, A, B)
DECLARE FUNCTION CanMove (Side)
DECLARE FUNCTION State$ ()
DECLARE SUB ShowBoard ()
DECLARE SUB YourMove ()
DECLARE SUB MyMove ()
DEFINT A-Z

CONST YOU = 1, ME = -1
CONST MAXBAD = 60

DIM SHARED Square(1 TO 9)
DIM SHARED Bad$(1 TO MAXBAD), BadMoves
DIM SHARED Played$, Quit

RANDOMIZE TIMER
PRINT "HEXAPAWN"
PRINT "You have the pawns marked O. Type a move as two squares: 8,5. Type 0,0 to stop."

DO
  FOR I = 1 TO 9
    Square(I) = (I > 6) * -YOU + (I < 4) * -ME
  NEXT
  Played$ = ""
  Winner = 0
  DO
    CALL ShowBoard
    CALL YourMove
    IF Quit THEN EXIT DO
    IF Square(1) = YOU OR Square(2) = YOU OR Square(3) = YOU OR NOT CanMove(ME) THEN Winner = YOU: EXIT DO
    CALL MyMove
    IF Square(7) = ME OR Square(8) = ME OR Square(9) = ME OR NOT CanMove(YOU) THEN Winner = ME
  LOOP UNTIL Winner
  IF Quit THEN EXIT DO
  CALL ShowBoard
  Games = Games + 1
  IF Winner = ME THEN
    Won = Won + 1
    PRINT "I win."
  ELSE
    PRINT "You win. I shall not play that last move again."
    IF BadMoves < MAXBAD AND Played$ <> "" THEN BadMoves = BadMoves + 1: Bad$(BadMoves) = Played$
  END IF
  PRINT USING "Games: ##  I have won: ##  Moves that I avoid: ##"; Games; Won; BadMoves
LOOP
PRINT "Goodbye."

FUNCTION CanMove (Side)
  FOR A = 1 TO 9
    FOR B = 1 TO 9
      IF IsLegal(Side, A, B) THEN CanMove = -1
    NEXT
  NEXT
END FUNCTION

FUNCTION IsLegal (Side, A, B)
  IsLegal = 0
  IF A < 1 OR A > 9 OR B < 1 OR B > 9 THEN EXIT FUNCTION
  IF Square(A) <> Side OR Square(B) = Side THEN EXIT FUNCTION
  ' One row ahead: up for you, down for me. The columns are 0, 1 and 2.
  IF (A - 1) \ 3 - (B - 1) \ 3 <> Side THEN EXIT FUNCTION
  SELECT CASE ABS((A - 1) MOD 3 - (B - 1) MOD 3)
    CASE 0: IsLegal = (Square(B) = 0)
    CASE 1: IsLegal = (Square(B) = -Side)
  END SELECT
END FUNCTION

SUB MyMove
  ' Chooses among the moves that have not lost yet, or, if all have, among all.
  FOR Round = 1 TO 2
    Count = 0
    FOR A = 1 TO 9
      FOR B = 1 TO 9
        IF IsLegal(ME, A, B) THEN
          Move$ = State$ + STR$(A) + STR$(B)
          Known = 0
          FOR I = 1 TO BadMoves
            IF Bad$(I) = Move$ THEN Known = -1
          NEXT
          IF Round = 2 OR NOT Known THEN
            Count = Count + 1
            IF RND * Count < 1 THEN From = A: Into = B: Chosen$ = Move$
          END IF
        END IF
      NEXT
    NEXT
    IF Count THEN EXIT FOR
  NEXT
  Square(From) = 0: Square(Into) = ME
  Played$ = Chosen$
  PRINT "I play"; From; "-"; Into
END SUB

SUB ShowBoard
  PRINT
  FOR I = 1 TO 9
    PRINT MID$("X.O", Square(I) + 2, 1); " ";
    IF I MOD 3 = 0 THEN PRINT "  "; I - 2; I - 1; I
  NEXT
END SUB

FUNCTION State$
  S$ = ""
  FOR I = 1 TO 9
    S$ = S$ + MID$("X.O", Square(I) + 2, 1)
  NEXT
  State$ = S$
END FUNCTION

SUB YourMove
  DO
    INPUT "Your move"; A, B
    Quit = (A = 0)
    IF Quit OR IsLegal(YOU, A, B) THEN EXIT DO
    PRINT "That is not a legal move."
  LOOP
  IF NOT Quit THEN Square(B) = YOU: Square(A) = 0
END SUB
