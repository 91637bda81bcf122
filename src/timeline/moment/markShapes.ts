/** Shape (SVG path) and colour of each mark. */

import type { MarkKind } from '#streams/recording/timeline';

/** The shape of each mark as an SVG path around its place. Each is different, since colour is never the only signal. */
export const SHAPES: Readonly<Record<MarkKind, string>> = {
  error: 'M0 -5 L5 0 L0 5 L-5 0 Z',
  command: 'M0 -5 L5 4 L-5 4 Z',
  connection: 'M-4 -4 H4 V4 H-4 Z',
  gap: 'M-5 -2 H5 V2 H-5 Z',
  note: 'M-4 -6 H4 V6 L0 2 L-4 6 Z',
};

/** The colours of the marks, for the element around them. */
export const MARK_STYLES = {
  '& .mark-error': { fill: 'var(--o-colors-error-solid)' },
  '& .mark-command, & .mark-note': { fill: 'var(--o-colors-fg)' },
  '& .mark-connection, & .mark-gap': { fill: 'var(--o-colors-warning-solid)' },
} as const;
