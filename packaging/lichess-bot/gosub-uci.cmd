@gosub uci %*
