/** The playhead of an incident's room: its span, and its moves by buttons, keys and the passing of time. */

import { MINUTE_MS, type TimeSpan } from '../text/timeUnits.ts';
import { adjacentReport, type RoomReport } from './roomRecord.ts';

/** Time that a room shows before and after its incident, in ms. */
const BEFORE_MS = 20_000;
const AFTER_MS = 40_000;
/** Maximum number of one-minute extensions in each direction: a room extended fully in both is 11 minutes long. */
const MOST_EXTENSIONS = 5;

/** Number of minutes by which a room was extended in each direction. */
export interface RoomExtension {
  readonly before: number;
  readonly after: number;
}

/** Returns the span of a room around an instant (ms since epoch). */
export const roomSpan = (at: number, { before, after }: RoomExtension): TimeSpan => ({
  from: at - BEFORE_MS - before * MINUTE_MS,
  to: at + AFTER_MS + after * MINUTE_MS,
});

/** Returns whether a room can be extended by another minute in a direction. */
export const canExtend = (extension: RoomExtension, direction: keyof RoomExtension): boolean => extension[direction] < MOST_EXTENSIONS;

/** The speeds of the playback, as factors. */
export const roomSpeeds = [0.25, 1, 2] as const;

/** The playhead; `at` in ms since epoch. */
export interface RoomPlayhead {
  readonly at: number;
  readonly isPlaying: boolean;
  /** The playback speed, as a factor of real time. */
  readonly speed: number;
  /** The number of jumps so far, after which a plan does not animate positions. */
  readonly jumps: number;
}

/** The inputs that move the playhead: an instant, a step, a report, buttons, or time that passed (`ms` of real time). */
export type RoomInput =
  | { readonly kind: 'seek'; readonly at: number }
  | { readonly kind: 'step'; readonly byMs: number }
  /** A move to the next or previous of these reports. */
  | { readonly kind: 'report'; readonly reports: readonly RoomReport[]; readonly direction: 1 | -1 }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'passed'; readonly ms: number };

type Row<Kind extends RoomInput['kind']> = (
  head: RoomPlayhead,
  input: Extract<RoomInput, { readonly kind: Kind }>,
  span: TimeSpan,
) => Partial<RoomPlayhead>;

/** The change that each input makes. */
const rows: { readonly [Kind in RoomInput['kind']]: Row<Kind> } = {
  seek: ({ jumps }, { at }) => ({ at, jumps: jumps + 1 }),
  step: ({ at, jumps }, { byMs }) => ({ at: at + byMs, isPlaying: false, jumps: jumps + 1 }),
  report: ({ at, jumps }, { reports, direction }) => ({
    at: adjacentReport(reports, at, direction) ?? at,
    isPlaying: false,
    jumps: jumps + 1,
  }),
  play: ({ at, jumps }, _, { from, to }) => ({ ...(at >= to ? { at: from, jumps: jumps + 1 } : {}), isPlaying: true }),
  pause: () => ({ isPlaying: false }),
  speed: (_, { speed }) => ({ speed }),
  passed: ({ at, speed, isPlaying }, { ms }, { to }) => {
    const next = at + (isPlaying ? ms * speed : 0);
    return { at: next, isPlaying: isPlaying && next < to };
  },
};

function changed<Kind extends RoomInput['kind']>(head: RoomPlayhead, input: Extract<RoomInput, { readonly kind: Kind }>, span: TimeSpan) {
  const row: Row<Kind> = rows[input.kind];
  return { ...head, ...row(head, input, span) };
}

/** Returns the playhead after an input. It stays in the span, a step pauses, the end pauses, and play at the end starts over. */
export function nextPlayhead(head: RoomPlayhead, input: RoomInput, span: TimeSpan): RoomPlayhead {
  const next = changed(head, input, span);
  return { ...next, at: Math.min(Math.max(next.at, span.from), span.to) };
}
