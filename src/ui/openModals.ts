/** The names of the modals that cover the page. */

import { createPresence } from './presence.tsx';

export const openModals = createPresence();
