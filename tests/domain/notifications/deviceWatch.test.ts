import { expect, it } from 'vitest';
import type { ReportedState } from '#contract/fleet/reportedState';
import { afterCheck, afterReport, type DeviceWatch, firstWatch, LATE_MS } from '#domain/notifications/deviceWatch';

const state = (current_state: string, more: Partial<ReportedState> = {}): ReportedState => ({ shape: 'tasks', current_state, ...more });
const treating = state('executing_task', { current_task: 'uv_treatment' });
const error = state('error', { error_code: '0x0A010023' });
const idle = state('waiting_for_task');
/** A report that arrives when it is measured, unless it is late. */
const sent = (one: ReportedState, receivedAt: number, late = 0) => ({
  deviceType: 'LUMION_FIX',
  state: one,
  measuredAt: receivedAt - late,
  receivedAt,
});
const report = (watch: DeviceWatch, ...given: Parameters<typeof sent>) => afterReport(watch, sent(...given));
const known = firstWatch(sent(idle, 0));

it('[PUSH1] an error keeps the time of its first report, and its newest code', () => {
  const first = report(known, error, 5_000);
  expect(first.trouble).toEqual({ kind: 'error', at: 5_000, code: '0x0a010023' });
  const later = report(first, state('ERROR', { error_code: '0x0a010024' }), 9_000);
  expect(later.trouble).toEqual({ kind: 'error', at: 5_000, code: '0x0a010024' });
  expect(report(later, idle, 10_000).trouble).toBeNull();
  expect(report(report(later, idle, 10_000), error, 11_000).trouble?.at).toBe(11_000);
});

it.each([
  ['the code for none', { error_code: '0x00000000' }],
  ['no code', {}],
  ['a code that is null', { error_code: null }],
])('[PUSH1] an error with %s has none', (_, more) => {
  expect(report(known, state('error', more), 1).trouble).toEqual({ kind: 'error', at: 1, code: null });
});

it('[PUSH2] late and backdated reports neither begin nor end anything', () => {
  expect(report(known, error, 100_000, LATE_MS + 1).trouble).toBeNull();
  const begun = report(known, error, 100_000, LATE_MS);
  expect(begun.trouble?.kind).toBe('error');
  expect(report(begun, idle, 130_000, LATE_MS + 1).trouble).toEqual(begun.trouble);
});

it('[PUSH2] a device that was away sends its past first: nothing of it counts, also when it was away for a day', () => {
  const away = 86_400_000;
  const drained = [0, 100, 200, 300].reduce((watch, ms) => report(watch, error, away + ms, away - ms * 100_000), known);
  expect(drained.trouble).toBeNull();
  expect(report(drained, error, away + 400).trouble?.at).toBe(away + 400);
});

it('[PUSH2] a clock that is ten years off counts, and one that is set back after a minute', () => {
  const years = 315_360_000_000;
  const wrong = firstWatch({ ...sent(idle, 0), measuredAt: years });
  const ahead = (watch: DeviceWatch, one: ReportedState, at: number) => afterReport(watch, { ...sent(one, at), measuredAt: at + years });
  expect(ahead(wrong, error, 1_000).trouble?.at).toBe(1_000);
  const setBack = [2_000, 32_000, 61_999].reduce((watch, at) => report(watch, error, at), wrong);
  expect(setBack.trouble).toBeNull();
  expect(report(setBack, error, 62_000).trouble?.at).toBe(62_000);
});

it('[PUSH2] the first report of all may be of the past: its error is known, and of no time', () => {
  expect(afterReport(undefined, sent(error, 1)).trouble?.at).toBe(Number.NEGATIVE_INFINITY);
  expect(firstWatch(sent(error, 1), 77).trouble?.at).toBe(77);
  expect(firstWatch(sent(treating, 1)).wasConnected).toBe(false);
});

it('[PUSH1] lost is a device that was connected, treated, and is not connected any more; any report ends it', () => {
  const treats = report(known, treating, 1);
  expect(afterCheck(treats, true, 2)).toBe(treats);
  const lost = afterCheck(treats, false, 3);
  expect(lost.trouble).toEqual({ kind: 'lost', at: 3, code: null });
  expect(afterCheck(lost, false, 4)).toBe(lost);
  expect(report(lost, treating, 5).trouble).toBeNull();
  const back = report(lost, error, 5);
  expect(back.trouble).toEqual({ kind: 'error', at: 5, code: '0x0a010023' });
});

it.each([
  ['that is idle', report(known, idle, 1)],
  ['in error', report(known, error, 1)],
  ['that was not connected since the watch began', { ...report(known, treating, 1), wasConnected: false }],
])('[PUSH1] a device %s is not lost', (_, watch) => {
  expect(afterCheck(watch, false, 9)).toBe(watch);
});

it('[PUSH1] a docking platform has its own words, and an unknown type only the error of its report', () => {
  const docks = (word: string): ReportedState => ({ shape: 'docks', state: word });
  const afterDock = (word: string) => afterReport(undefined, { ...sent(docks(word), 1), deviceType: 'DIV01' });
  expect(afterDock('Error').trouble?.kind).toBe('error');
  expect(afterDock('working')).toMatchObject({ trouble: null, isTreating: true });
});
