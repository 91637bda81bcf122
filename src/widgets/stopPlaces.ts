/** The serials of the devices whose Stop, with the notice of a failed stop, is always visible on the page. Source: STOPWAY13. */

import { createPresence } from '#ui/presence';

export const stopPlaces = createPresence();
