/** The page `/signed-in` at which the sign-in popup ends. */

import { finishPopup } from '#edge/finishPopup';

// Without an opener (address typed, console closed) the page keeps its own text.
finishPopup().catch(() => undefined);
