"""The ideas of the engine: its search techniques and the parts of its evaluation, each with its first publication.

Each technique can be disabled, to measure its Elo or to demonstrate what it does. A year disables all ideas that are
younger.
"""

from __future__ import annotations

from typing import Final, NamedTuple

#: Disables no technique.
NOTHING: Final = "nothing"

#: Today's techniques, in the order of docs/measurements/techniques.csv and docs/engine/engine.md. The attributes of
#: Techniques have the same names, with underscores.
TECHNIQUES: Final = (
    "principal variation search",
    "aspiration windows",
    "transposition table",
    "static exchange evaluation",
    "countermoves",
    "history",
    "continuation history",
    "correction history",
    "null move",
    "late move reductions",
    "late move pruning",
    "futility",
    "reverse futility",
    "delta pruning",
    "improving",
    "internal iterative reduction",
    "check extension",
    "singular extension",
    "mate distance pruning",
)
#: Techniques without which the search would hardly be today's.
FOUNDATIONS: Final = ("alpha-beta", "quiescence search", "iterative deepening", "MVV-LVA")
#: Techniques of earlier years only: today the countermove is in the killer move's place, and razoring costs Elo.
KILLERS: Final = "killers"
RAZORING: Final = "razoring"

#: Techniques that are disabled with others, because they need them.
NEEDED: Final = {
    "principal variation search": ("alpha-beta",),
    "aspiration windows": ("alpha-beta", "iterative deepening"),
    RAZORING: ("quiescence search",),
}

#: Ideas that are neither techniques nor groups of weights.
TAPERED: Final = "tapered evaluation"
TUNED: Final = "tuned weights"
NEURAL_NETWORK: Final = "neural network"
SQUARES: Final = "piece-square tables"
ENDING_KNOWLEDGE: Final = "endings"


class Idea(NamedTuple):
    """An idea, and the first publication that was found of what the engine does.

    `name`     a search technique, or a part of the evaluation.
    `year`     the year of the publication.
    `what`     what it does.
    `source`   the paper, book or program.
    `note`     where sources differ, or what is uncertain.
    `weights`  the entries of the weights' table (evaluation/weights) that belong to it.
    """

    name: str
    year: int
    what: str
    source: str
    note: str = ""
    weights: tuple[str, ...] = ()


#: All ideas by year. A hint in an older publication is in the note: the year is that of what the engine does. Read for
#: this table: the papers' summaries and lists of publications on https://www.chessprogramming.org, the history of
#: Stockfish's source, which begins with Glaurung 2.1, and KAIS1.DOC of the PC program Kaissa as quoted there.
IDEAS: Final = (
    Idea(
        "material",
        1950,
        "counts the pieces by their values",
        'C. E. Shannon, "Programming a Computer for Playing Chess", with minimax to a fixed depth (type A)',
        "values 9, 5, 3, 3, 1; Turing (1953) has 10, 5, 3.5, 3, 1",
        ("pawn", "knight", "bishop", "rook", "queen"),
    ),
    Idea(
        "mobility",
        1950,
        "counts the squares to which each piece can move",
        'Shannon, "Programming a Computer for Playing Chess": .1 for a legal move',
        "E. Slater counted it in master games in the same year; Turing (1953) takes the square root",
        ("mobility of knights", "mobility of bishops", "mobility of rooks", "mobility of queens"),
    ),
    Idea(
        "weak pawns",
        1950,
        "penalises doubled, backward and isolated pawns",
        'Shannon, "Programming a Computer for Playing Chess": -.5 for a doubled, backward or isolated pawn',
        "",
        ("isolated pawn", "doubled pawn", "backward pawn"),
    ),
    Idea(
        "alpha-beta",
        1958,
        "leaves out moves that cannot change the result",
        'A. Newell, J. C. Shaw and H. A. Simon, "Chess-Playing Programs and the Problem of Complexity"',
        "McCarthy proposed it in 1956, and calls this an approximation; Hart and Edwards describe it in 1961, Brudno in"
        " 1963",
    ),
    Idea(
        "MVV-LVA",
        1958,
        "tries captures of the most valuable pieces first, by the least valuable ones",
        'A. Bernstein and others, "A Chess Playing Program for the IBM 704": material first, a rook before a pawn',
        "victim, then aggressor, as a rule: CHEOPS (1979) and Belle (1982), in hardware; the name is from the 1990s",
    ),
    Idea(
        "quiescence search",
        1967,
        "plays captures out at the leaves until the position is quiet",
        'R. Greenblatt, D. Eastlake and S. Crocker, "The Greenblatt Chess Program" (Mac Hack VI)',
        "Shannon (1950) asks for it; Turing (1953) follows some captures by hand",
    ),
    Idea(
        "transposition table",
        1967,
        "remembers the results of positions that other move orders reach again",
        'Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program"',
    ),
    Idea(
        KILLERS,
        1968,
        "tries early the quiet move that caused the last cutoff at this ply",
        'B. J. Huberman, "A Program to Play Chess End Games", Stanford',
        "often dated by Gillogly (1971, 1972) or Slate and Atkin (1977); in this engine the countermove replaces it",
    ),
    Idea(
        SQUARES,
        1968,
        "gives each piece a value for each square",
        'I. J. Good, "A Five-Year Plan for Automatic Chess", appendix F',
        "Belle (1982) has them in hardware",
        tuple(f"squares of {name}" for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")),
    ),
    Idea(
        "iterative deepening",
        1969,
        "searches to depth 1, 2, 3 and so on, each time guided by the search before",
        'J. J. Scott, "A Chess-Playing Program", Machine Intelligence 4',
        "the name is Gillogly's; Korf dates it by Slate and Atkin (1977)",
    ),
    Idea(
        "passed pawns",
        1970,
        "rewards pawns that no enemy pawn can stop",
        'G. Adelson-Velsky and others, "Programming a Computer to Play Chess" (Kaissa)',
        "Shannon (1950) lists them without a weight",
        (
            "passed pawn",
            "protected passed pawn",
            "blocked passed pawn",
            "free passed pawn",
            "own king far from passed pawn",
            "enemy king far from passed pawn",
        ),
    ),
    Idea(
        "pawn chains",
        1970,
        "rewards pawns beside and behind each other",
        'Adelson-Velsky and others, "Programming a Computer to Play Chess": phalanxes',
        "no separate source found for protected pawns",
        ("phalanx", "protected pawn"),
    ),
    Idea(
        "threats",
        1970,
        "rewards attacks on unprotected and on more valuable pieces",
        'Adelson-Velsky and others, "Programming a Computer to Play Chess": attacks on undefended pieces',
        "Turing (1953) rewards defended pieces",
        ("pawn attacks piece", "minor attacks piece", "rook attacks queen", "hanging piece", "hanging pawn"),
    ),
    Idea(
        "king attack",
        1970,
        "rewards attacks on the squares around the enemy king",
        'Adelson-Velsky and others, "Programming a Computer to Play Chess": attacks on squares beside the king',
        "Shannon (1950) lists them without a weight; Turing (1953) and Bernstein (1958) measure the king's safety in"
        " other ways; safe checks are younger (Glaurung 2.1, 2008, has them)",
        ("king ring attacks", "king attackers", "safe check"),
    ),
    Idea(
        "outposts",
        1970,
        "rewards minor pieces on squares from which no pawn can drive them",
        'Adelson-Velsky and others, "Programming a Computer to Play Chess": minor pieces in holes',
        "Shannon (1950) lists advanced knights without a weight",
        ("knight outpost", "bishop outpost"),
    ),
    Idea(
        "rooks",
        1970,
        "rewards rooks on open and half-open files and on the seventh rank",
        'Adelson-Velsky and others, "Programming a Computer to Play Chess": open files',
        "half-open files and the seventh rank are in Slate and Atkin (1977); Shannon (1950) lists all three",
        ("rook on open file", "rook on half-open file", "rook on seventh"),
    ),
    Idea(
        "aspiration windows",
        1975,
        "searches with a narrow window around the last iteration's score",
        'Adelson-Velsky, V. Arlazarov and M. Donskoy, "Some Methods of Controlling the Tree Search in Chess Programs"',
        "known here from quotations, which speak of limits; G. Baudet's thesis (1978) is the other usual source",
    ),
    Idea(
        "check extension",
        1975,
        "searches a ply deeper if the side to move is in check",
        'Adelson-Velsky, Arlazarov and Donskoy, "Some Methods of Controlling the Tree Search in Chess Programs"',
        "uncertain: Kaissa did not count forcing moves, checks among them; no older source found",
    ),
    Idea(
        "king shelter",
        1977,
        "judges the pawns in front of the king, and those that storm it",
        'D. Slate and L. Atkin, "CHESS 4.5"',
        "",
        ("shelter", "storm", "blocked storm"),
    ),
    Idea(
        ENDING_KNOWLEDGE,
        1977,
        "knows drawn endings, endings that need a plan, and all of king and pawn against king",
        'M. Clarke, "A Quantitative Study of KPK", Advances in Computer Chess 1',
        "Slate and Atkin (1977) drive the lone king to the edge; the rules for drawn endings have no source here",
    ),
    Idea(
        RAZORING,
        1977,
        "prunes a node far below alpha if quiescence search agrees",
        'J. Birmingham and P. Kent, "Tree-Searching and Tree-Pruning Techniques", Advances in Computer Chess 1',
        "often dated by the reprint of 1988; dropping into quiescence search is Romstad's form, described by Hyatt;"
        " this engine has it until 2025",
    ),
    Idea(
        "static exchange evaluation",
        1978,
        "adds up the captures on a square, to sort captures and skip those that lose material",
        'D. and K. Spracklen, "An Exchange Evaluator for Computer Chess", BYTE',
        "Maynard Smith and Michie (1961) swap off captures in SOMA, an evaluation by hand",
    ),
    Idea(
        TAPERED,
        1979,
        "blends a middlegame and an endgame score by the pieces left",
        'H. Berliner, "On the Construction of Evaluation Functions for Large Domains", IJCAI',
        "in the engine's form, two scores and a phase, it became known by Fruit (2005)",
    ),
    Idea(
        "principal variation search",
        1982,
        "searches all moves but the first with a zero window",
        'T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees"',
        "Fishburn and Finkel (1980), Pearl (1980, Scout) and Reinefeld (1983, NegaScout); Hyatt used it in 1978",
    ),
    Idea(
        "history",
        1983,
        "tries early the quiet moves that have often caused cutoffs",
        'J. Schaeffer, "The History Heuristic", ICCA Journal',
    ),
    Idea(
        "futility",
        1986,
        "skips quiet moves if the evaluation is far below alpha",
        'J. Schaeffer, "Experiments in Search and Knowledge", thesis',
        "at one ply; Heinz (1998) extends it to two, and the engine to eight",
    ),
    Idea(
        "bad bishop",
        1987,
        "penalises a bishop whose own pawns stand on its colour",
        'D. Hartmann, "How to Extract Relevant Knowledge from Grandmaster Games", ICCA Journal',
        "Shannon (1950) lists it without a weight",
        ("bad bishop",),
    ),
    Idea(
        "singular extension",
        1988,
        "searches the hash move a ply deeper if it is the only good move",
        'T. Anantharaman, M. Campbell and F. Hsu, "Singular Extensions", ICCA Journal',
        "the engine's form, for the hash move only, is in Stockfish 1.6 (2009); multi-cut is Björnsson's (1998)",
    ),
    Idea(
        "null move",
        1989,
        "prunes a node that is above beta even after passing the turn",
        'D. Beal, "Experiments with the Null Move", Advances in Computer Chess 5',
        "Kaissa (1975) had a blank move; Goetsch and Campbell (1988) reduce the depth; the best known paper is"
        " Donninger's (1993)",
    ),
    Idea(
        "bishop pair",
        1990,
        "rewards two bishops",
        "the manual of the PC program Kaissa: 20 for two bishops",
        "L. Kaufman (1999) measured half a pawn",
        ("bishop pair",),
    ),
    Idea(
        "countermoves",
        1992,
        "tries early the quiet move that last refuted the opponent's move",
        'J. Uiterwijk, "The Countermove Heuristic", ICCA Journal',
    ),
    Idea(
        "delta pruning",
        1999,
        "skips captures in quiescence search that gain too little",
        "B. Hamstra on the forum CCC, 5 October 1999",
        "oldest mention found; programs used it before",
    ),
    Idea(
        "late move reductions",
        2005,
        "searches later moves to a smaller depth",
        "the programs Fruit (F. Letouzey) and Glaurung (T. Romstad), with their source",
        "Levy, Broughton and Taylor (1989, SEX) reduce unpromising moves",
    ),
    Idea(
        "mate distance pruning",
        2007,
        "ignores mates longer than one already found",
        "S. Schüle on the Winboard Forum, 17 July 2007",
        "oldest mention found; surely older, and in Glaurung 2.1 (2008)",
    ),
    Idea(
        "late move pruning",
        2008,
        "skips quiet moves once many moves have been searched",
        "Glaurung 2.1 (T. Romstad): quiet moves after the first 2 + depth",
        "Bernstein (1958) and Greenblatt (1967) search only the most plausible moves",
    ),
    Idea(
        "tempo",
        2008,
        "rewards the side to move",
        "Glaurung 2.1 (T. Romstad)",
        "oldest source we read; surely older",
        ("tempo",),
    ),
    Idea(
        "reverse futility",
        2010,
        "prunes a node whose evaluation is far above beta",
        'Stockfish, 2 February 2010: "static null move pruning"',
        "D. Dailey and others discuss it on the forum CCC in 2011 under today's name",
    ),
    Idea(
        "improving",
        2013,
        "prunes less if the evaluation has risen since the side's last move",
        'Stockfish, 29 July 2013: "Increase pruning if evaluation is not improving"',
    ),
    Idea(
        TUNED,
        2014,
        "fits all weights to the results of games",
        "P. Österlund on the forum CCC, January 2014: Texel's tuning method",
        "Samuel (1959) learns weights for checkers; Deep Thought (1990) and Gaviota (2009) fit them to games",
    ),
    Idea(
        "continuation history",
        2015,
        "counts cutoffs of quiet moves after each of the last two moves",
        "B. Henry on the forum CCC, March 2015; Stockfish 7 (2016)",
        "Begué had it in checkers twenty years before",
    ),
    Idea(
        NEURAL_NETWORK,
        2018,
        "evaluates with a network that has learnt from games",
        "Y. Nasu, NNUE for shogi",
        "in chess Stockfish NNUE (2020); the engine's is smaller",
    ),
    Idea(
        "internal iterative reduction",
        2020,
        "searches one ply less if there is no hash move",
        "E. Schröder on the forum CCC, for Rebel",
    ),
    Idea(
        "correction history",
        2023,
        "corrects the evaluation by what the search found in similar positions",
        "the program Caissa, October 2023, for pawns",
        "the Chess Programming Wiki's date; the last two moves are in Motor (2024)",
    ),
)
#: The year of each idea.
YEAR_OF: Final = {idea.name: idea.year for idea in IDEAS}
#: The first year, and the one in which the engine is as it is.
FIRST_YEAR: Final = 1950
LAST_YEAR: Final = 2026
#: The last year of each technique of earlier years only.
LAST_YEAR_OF: Final = {KILLERS: YEAR_OF["countermoves"] - 1, RAZORING: 2025}
#: The techniques of all years.
EVERY_TECHNIQUE: Final = (*TECHNIQUES, *FOUNDATIONS, *LAST_YEAR_OF)

#: The techniques that may change the score, because they assume what a full search would prove.
UNSOUND: Final = (
    "static exchange evaluation",
    "null move",
    "reverse futility",
    RAZORING,
    "futility",
    "delta pruning",
    "late move pruning",
    "late move reductions",
    "internal iterative reduction",
    "singular extension",
)


class Techniques:
    """The techniques that a search uses: those of a year, or all but one of them (and those that need it).

    `killers`                     each ply has a killer move in the countermove's place.
    `principal_variation_search`  only its zero windows tell which nodes are in the principal variation. Without it none
                                  is, so that all are pruned.
    """

    alpha_beta: bool = True
    quiescence_search: bool = True
    iterative_deepening: bool = True
    mvv_lva: bool = True
    killers: bool = True

    principal_variation_search: bool = True
    aspiration_windows: bool = True
    transposition_table: bool = True
    static_exchange_evaluation: bool = True
    countermoves: bool = True
    history: bool = True
    continuation_history: bool = True
    correction_history: bool = True
    null_move: bool = True
    late_move_reductions: bool = True
    late_move_pruning: bool = True
    futility: bool = True
    reverse_futility: bool = True
    razoring: bool = True
    delta_pruning: bool = True
    improving: bool = True
    internal_iterative_reduction: bool = True
    check_extension: bool = True
    singular_extension: bool = True
    mate_distance_pruning: bool = True

    def __init__(self, disabled: str = NOTHING, year: int = LAST_YEAR) -> None:
        """`disabled` is a name in EVERY_TECHNIQUE; any other name disables no technique.

        `year` disables younger ones, and those of earlier years only.
        """
        for name in EVERY_TECHNIQUE:
            of_the_year = YEAR_OF[name] <= year <= LAST_YEAR_OF.get(name, LAST_YEAR)
            if name == disabled or disabled in NEEDED.get(name, ()) or not of_the_year:
                self.disable(name)

    def disable(self, name: str) -> None:
        """Disables a technique of EVERY_TECHNIQUE."""
        setattr(self, name.lower().replace(" ", "_").replace("-", "_"), False)

    def disable_pruning(self) -> None:
        """Disables all unsound pruning, reductions and singular extensions.

        Every move is then searched to the full depth, so that no mate within that depth is missed.
        """
        for name in UNSOUND:
            self.disable(name)
