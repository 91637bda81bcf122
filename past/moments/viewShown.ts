import type { PastView } from '../history/asKnown.ts';

/** The view of a playhead; missing if it shows the past as it was, or is live. */
interface Viewed {
  readonly kind: 'live' | 'past';
  readonly view?: PastView;
}

/** Returns which past a playhead shows; the one as it was where it is live. Apart from time travel, which is loaded when the timeline is first used. */
export const viewShown = ({ view }: Viewed): PastView => view ?? 'was';
