"""The machine of 1994: the screen, the keyboard, the displays, the terminal, the pace and the picture of the screen."""
