import type { PastView } from '../history/asKnown.ts';
import type { Playhead } from './timeTravel.ts';

/** Returns which past a playhead shows; the one as it was where it is live. Apart from time travel, which is loaded when the timeline is first used. */
export const viewShown = (head: Playhead): PastView => (head.kind === 'past' ? head.view : undefined) ?? 'was';
