import type { PastView } from '../history/asKnown.ts';

interface Viewed {
  readonly kind: 'live' | 'past';
  /** Absent if the past is shown as it was, or the playhead is live. */
  readonly view?: PastView;
}

/**
 * Returns the view of the past that a playhead shows; the past as it was if the playhead is live. It is separate from time travel, which is loaded only when
 * the timeline is first used.
 */
export const viewShown = ({ view }: Viewed): PastView => view ?? 'was';
