import type { PastView } from '../history/asKnown.ts';

interface Viewed {
  readonly kind: 'live' | 'past';
  /** Missing if the past is shown as it was, or the playhead is live. */
  readonly view?: PastView;
}

/** Returns which past a playhead shows; the one as it was where it is live. Apart from time travel, which is loaded when the timeline is first used. */
export const viewShown = ({ view }: Viewed): PastView => view ?? 'was';
