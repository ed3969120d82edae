// The page that `gosub serve` sends.

import { startPlay } from "./play.js";
import { takeStart } from "./play_from.js";
import { serverLink } from "./server_link.js";

startPlay(document.getElementById("play"), serverLink(), { start: takeStart() });
