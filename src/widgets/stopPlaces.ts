/** The devices whose Stop is always in view on the page, by serial, together with the notice of a failed one. Source: STOPWAY13. */

import { createPresence } from '#ui/presence';

export const stopPlaces = createPresence();
