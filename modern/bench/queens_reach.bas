REM How many squares a queen reaches from each square of an empty board, again and again.
REM Each label has a line of its own, so that the lines can be numbered for a BASIC without labels.
DIM A(143)
DIM D(7)
FOR I=0 TO 7
READ D(I)
NEXT I
FOR I=0 TO 143
A(I)=99
NEXT I
FOR Y=2 TO 9
FOR X=2 TO 9
A(12*Y+X)=0
NEXT X
NEXT Y
FOR T=1 TO 1
N=0
S=0
FOR P=26 TO 117
IF A(P)=0 THEN GOSUB REACH
NEXT P
NEXT T
PRINT N;INT(S)
STOP
REACH:
FOR K=0 TO 7
Q=P
AHEAD:
Q=Q+D(K)
IF A(Q)=99 THEN GOTO EDGE
N=N+1
S=S+.25
GOTO AHEAD
EDGE:
NEXT K
RETURN
DATA -13,-12,-11,-1,1,11,12,13
