/** The names of the layers of urgent notices over open modals, and their effect on the modals. */

import { createPresence } from './presence.tsx';

export const urgentLayers = createPresence();

/**
 * Returns the attribute `aria-modal` of a modal; undefined while there are urgent notices outside of it, which a screen reader would hide. The rest of the page
 * is inert in any case. Source: STOPWAY14.
 */
export const useAriaModal = (): true | undefined => (urgentLayers.usePresent().length === 0 ? true : undefined);
