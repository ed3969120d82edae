' A file: keeps the results of a tournament in RESULTS.DAT, and prints the standings.
'
' Each row of the file is a game: White, Black and White's score, as WRITE # writes them.

DEFINT A-Z
TYPE Player
  PlayerName AS STRING * 16
  Score AS SINGLE
  Games AS INTEGER
END TYPE
CONST FILENAME = "RESULTS.DAT", MAXPLAYERS = 40
DIM P(1 TO MAXPLAYERS) AS Player

PRINT "Type White, Black and White's score (1, .5 or 0). Type an empty line for the standings."
OPEN FILENAME FOR APPEND AS #1
DO
  LINE INPUT "Game: "; G$
  IF G$ = "" THEN EXIT DO
  A = INSTR(G$, ","): B = INSTR(A + 1, G$, ",")
  Score! = VAL(MID$(G$, B + 1))
  IF A < 2 OR B < A + 2 OR (Score! <> 1 AND Score! <> .5 AND Score! <> 0) THEN
    PRINT "That is not a game. This is one: Karpov, Kasparov, .5"
  ELSE
    WRITE #1, LTRIM$(RTRIM$(LEFT$(G$, A - 1))), LTRIM$(RTRIM$(MID$(G$, A + 1, B - A - 1))), Score!
  END IF
LOOP
CLOSE #1

OPEN FILENAME FOR INPUT AS #1
DO UNTIL EOF(1)
  INPUT #1, W$, B$, Score!
  CALL Enter(P(), Count, W$, Score!)
  CALL Enter(P(), Count, B$, 1 - Score!)
LOOP
CLOSE #1

' The highest score first, and of equal ones the name that comes first.
FOR I = 1 TO Count - 1
  FOR J = I + 1 TO Count
    IF P(J).Score > P(I).Score OR (P(J).Score = P(I).Score AND P(J).PlayerName < P(I).PlayerName) THEN SWAP P(I), P(J)
  NEXT
NEXT
PRINT
FOR I = 1 TO Count
  PRINT USING "##. \              \ ##.# from ##"; I; P(I).PlayerName; P(I).Score; P(I).Games
NEXT

SUB Enter (P() AS Player, Count, Who$, Score!)
  FOR I = 1 TO Count
    IF RTRIM$(P(I).PlayerName) = LEFT$(Who$, 16) THEN EXIT FOR
  NEXT
  IF I > UBOUND(P) THEN PRINT "There are too many players.": EXIT SUB
  IF I > Count THEN Count = I: P(I).PlayerName = Who$
  P(I).Score = P(I).Score + Score!
  P(I).Games = P(I).Games + 1
END SUB
