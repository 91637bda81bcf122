/** The page `/signed-in`, on which the sign-in popup ends. */

import { finishPopup } from '#edge/finishPopup';

// Without an opener (the URL was typed, or the console was closed), the page keeps its own text.
finishPopup().catch(() => undefined);
