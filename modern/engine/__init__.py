"""The modern engine: search and evaluation.

Read the files in this order:

1. Scores and tables: `score`, `report`, `limits`, `transposition`, `history`.
2. The search: `techniques`, `stack`, `search`, `quiescence`.
3. What the search calls: `pruning`, `ordering`, `see`, `checks`, `draws`.
4. The evaluation: `evaluation/`, starting with `weights` and `evaluate`; `network/`, starting with `features`.
5. Around the search: `engine`, `iterative_deepening`, `strength`, `oversights`.
6. When the search stops: `control`, `stopping/`.
"""
