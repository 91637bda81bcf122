import { expect, it } from 'vitest';
import { canExtend, nextPlayhead, roomSpan, type RoomInput, type RoomPlayhead } from '#domain/incidents/roomPlayhead';

const span = roomSpan(100_000, { before: 0, after: 0 });
const still: RoomPlayhead = { at: 100_000, isPlaying: false, speed: 1, jumps: 0 };
const reports = [99_100, 100_000, 100_400].map((at) => ({ at, state: null }));
const playing: RoomPlayhead = { ...still, isPlaying: true };

it('[IROOM1] a room is from 20 s before to 40 s after its incident, and grows by a minute in each direction, five times', () => {
  expect(span).toEqual({ from: 80_000, to: 140_000 });
  expect(roomSpan(100_000, { before: 1, after: 2 })).toEqual({ from: 20_000, to: 260_000 });
  expect(canExtend({ before: 4, after: 5 }, 'before')).toBe(true);
  expect(canExtend({ before: 4, after: 5 }, 'after')).toBe(false);
});

it.each<[string, RoomPlayhead, RoomInput, Partial<RoomPlayhead>]>([
  ['seek', playing, { kind: 'seek', at: 90_000 }, { at: 90_000, jumps: 1 }],
  ['seek before the begin', still, { kind: 'seek', at: 0 }, { at: 80_000, jumps: 1 }],
  ['seek after the end', still, { kind: 'seek', at: 999_999 }, { at: 140_000, jumps: 1 }],
  ['a step pauses', playing, { kind: 'step', byMs: -1_000 }, { at: 99_000, isPlaying: false, jumps: 1 }],
  ['a step at the end', { ...still, at: 139_500 }, { kind: 'step', byMs: 1_000 }, { at: 140_000, jumps: 1 }],
  ['play', still, { kind: 'play' }, { isPlaying: true }],
  ['play at the end begins again', { ...still, at: 140_000 }, { kind: 'play' }, { at: 80_000, isPlaying: true, jumps: 1 }],
  ['pause', playing, { kind: 'pause' }, { isPlaying: false }],
  ['another speed', playing, { kind: 'speed', speed: 2 }, { speed: 2 }],
  ['time passes', playing, { kind: 'passed', ms: 50 }, { at: 100_050 }],
  ['time passes at its speed', { ...playing, speed: 0.25 }, { kind: 'passed', ms: 100 }, { at: 100_025 }],
  ['time passes while it is paused', still, { kind: 'passed', ms: 50 }, {}],
  ['the end pauses', { ...playing, at: 139_990 }, { kind: 'passed', ms: 50 }, { at: 140_000, isPlaying: false }],
  ['to the next report', playing, { kind: 'report', reports, direction: 1 }, { at: 100_400, isPlaying: false, jumps: 1 }],
  ['to the previous report', still, { kind: 'report', reports, direction: -1 }, { at: 99_100, jumps: 1 }],
  ['to a report behind the last', { ...still, at: 100_400 }, { kind: 'report', reports, direction: 1 }, { jumps: 1 }],
])('[IROOM1] [IROOM6] the playhead: %s', (_, head, input, expected) => {
  expect(nextPlayhead(head, input, span)).toEqual({ ...head, ...expected });
});
