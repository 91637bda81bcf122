import { finishPopup } from '#edge/finishPopup';

// Without an opener (the address was typed, or the console is gone) the page's own sentence stays.
finishPopup().catch(() => undefined);
