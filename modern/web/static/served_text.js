// A page of the docs: it has a button for the theme, and tables that scroll where they are wide.

import { startTheme } from "./page_theme.js";
import { startScrollHints } from "./scroll_hints.js";

startTheme(document.querySelector(".theme"));
startScrollHints(document);
