import type { LifeCycleKind } from '#domain/incidents/lifeCycle';

const DOT = 'M0 -3.5 A3.5 3.5 0 0 1 0 3.5 A3.5 3.5 0 0 1 0 -3.5 Z';
const DIAMOND = 'M0 -5 L5 0 L0 5 L-5 0 Z';
const TRIANGLE = 'M0 -5 L5 4 L-5 4 Z';
const FLAG = 'M-3 5 V-5 H5 L2 -2 L5 1 H-1.5 V5 Z';
const RING = 'M0 -4 A4 4 0 0 1 0 4 A4 4 0 0 1 0 -4 Z M0 -2 A2 2 0 0 0 0 2 A2 2 0 0 0 0 -2 Z';

/** A kind of row of the life cycle, or a note. */
type RoomMarkKind = LifeCycleKind | 'note';

/** The shape of each kind; all errors are diamonds, all actions of people triangles. */
const SHAPES: Readonly<Record<RoomMarkKind, string>> = {
  incident: DIAMOND,
  error: DIAMOND,
  state: DOT,
  place: DOT,
  command: TRIANGLE,
  control: TRIANGLE,
  offline: RING,
  event: DOT,
  note: FLAG,
};
const RED: ReadonlySet<RoomMarkKind> = new Set(['incident', 'error']);

/** Renders the shape of a row of the life cycle, or of a note, around the origin of its SVG. */
export const RoomMarkShape = ({ kind }: { readonly kind: RoomMarkKind }) => (
  <path data-mark={kind} d={SHAPES[kind]} fill={RED.has(kind) ? 'var(--o-colors-error-solid)' : 'var(--o-colors-fg)'} />
);
