/** Shape (SVG path) and colour of each mark. */

import { chakra } from '@chakra-ui/react';
import type { MarkKind } from '#streams/recording/timeline';

/** The shape of each mark as an SVG path around its place. Each is different, since colour is never the only signal. */
const SHAPES: Readonly<Record<MarkKind, string>> = {
  error: 'M0 -5 L5 0 L0 5 L-5 0 Z',
  command: 'M0 -5 L5 4 L-5 4 Z',
  connection: 'M-4 -4 H4 V4 H-4 Z',
  gap: 'M-5 -2 H5 V2 H-5 Z',
  note: 'M-4 -6 H4 V6 L0 2 L-4 6 Z',
};

const colours = {
  kind: {
    error: { fill: 'error.solid' },
    command: { fill: 'fg' },
    note: { fill: 'fg' },
    connection: { fill: 'warning.solid' },
    gap: { fill: 'warning.solid' },
  },
} as const;
const Shape = chakra('path', { variants: colours });

/** The duration of a mark, as a bar. */
export const MarkBar = chakra('rect', { variants: colours });

/** Renders the shape of a mark around the origin of its SVG. */
export const MarkShape = ({ kind }: { readonly kind: MarkKind }) => <Shape kind={kind} data-mark={kind} d={SHAPES[kind]} />;
