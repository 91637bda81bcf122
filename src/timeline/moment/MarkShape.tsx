/** The shape (SVG path) and colour of each mark. */

import type { MarkKind } from '#streams/recording/timeline';

/** The shape of each mark as an SVG path around its position. All shapes differ, because colour must never be the only signal. */
const SHAPES: Readonly<Record<MarkKind, string>> = {
  error: 'M0 -5 L5 0 L0 5 L-5 0 Z',
  command: 'M0 -5 L5 4 L-5 4 Z',
  connection: 'M-4 -4 H4 V4 H-4 Z',
  gap: 'M-5 -2 H5 V2 H-5 Z',
  offline: 'M0 -5 A5 5 0 0 1 0 5 A5 5 0 0 1 0 -5 Z',
  note: 'M-4 -6 H4 V6 L0 2 L-4 6 Z',
  // An arrow to the time of its arrival.
  late: 'M-5 -4 H0 V-5 L5 0 L0 5 V4 H-5 V1 H-1 V-1 H-5 Z',
};

/** The colour of each mark, as the fill of its shape. A styled element would create a class for each new width of a bar, and classes are never removed. */
export const markColours: Readonly<Record<MarkKind, string>> = {
  error: 'var(--o-colors-error-solid)',
  command: 'var(--o-colors-fg)',
  note: 'var(--o-colors-fg)',
  connection: 'var(--o-colors-warning-solid)',
  gap: 'var(--o-colors-warning-solid)',
  offline: 'var(--o-colors-warning-solid)',
  late: 'var(--o-colors-fg-muted)',
};

/** Renders the shape of a mark around the origin of its SVG. */
export const MarkShape = ({ kind }: { readonly kind: MarkKind }) => <path data-mark={kind} fill={markColours[kind]} d={SHAPES[kind]} />;

/** The hatching of parts that are not held, as an SVG pattern. */
export function Hatching({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v5" stroke="var(--o-colors-fg-subtle)" strokeWidth={1} opacity={0.7} />
      </pattern>
    </defs>
  );
}
