import { expect, it } from 'vitest';
import { activeRow, lifeCycleOf, offsetInWords, offsetText } from '#domain/incidents/lifeCycle';
import type { RoomMark, RoomReport } from '#domain/incidents/roomRecord';
import { aState } from '../../state/eventsOf.ts';

const ERROR_AT = 100_000;
const span = { from: 80_000, to: 140_000 };
const driving = { current_state: 'executing_task', current_task: 'drive_task' };
const failed = { current_state: 'error', error_code: '0x00000011' };
const at = (second: number, over: Parameters<typeof aState>[0] | null): RoomReport => ({
  at: second * 1_000,
  state: over === null ? null : aState(over),
});

const rowsOf = (own: readonly RoomReport[], marks: readonly RoomMark[] = []) =>
  lifeCycleOf(
    { span, knownTo: span.to, reports: new Map([['LF-01', own]]), places: new Map(), marks, gaps: [] },
    { serial: 'LF-01', at: ERROR_AT, text: 'Incident' },
  ).map((row) => `${row.at / 1_000} ${row.kind}: ${row.text}`);

it.each<[string, readonly RoomReport[], readonly RoomMark[], readonly string[]]>([
  ['without a report the incident alone', [], [], ['100 incident: Incident']],
  ['the first report is no change', [at(70, driving)], [], ['100 incident: Incident']],
  [
    'an error before the incident of its instant',
    [at(70, driving), at(100, failed)],
    [],
    ['100 error: Error 0x00000011', '100 incident: Incident'],
  ],
  ['equal reports once', [at(70, driving), at(90, failed), at(91, failed)], [], ['90 error: Error 0x00000011', '100 incident: Incident']],
  [
    'another activity and another node',
    [at(70, { ...driving, current_node: '1' }), at(90, { current_node: ' 2 ' }), at(95, { current_node: '' })],
    [],
    ['90 state: Idle', '90 place: Node 2', '100 incident: Incident'],
  ],
  [
    'a silence and its end',
    [at(70, driving), at(85, null), at(110, {})],
    [],
    ['85 offline: Reports no more', '100 incident: Incident', '110 state: Reports again: Idle'],
  ],
  ['nothing outside the span', [at(60, driving), at(79, {}), at(141, failed)], [], ['100 incident: Incident']],
  [
    'commands, control and what else the server marks, without what the reports have',
    [],
    [
      { kind: 'control', at: 120_000, text: 'Take control: An' },
      { kind: 'command', at: 106_000, text: 'Stop immediately: An' },
      { kind: 'error', at: 100_000, text: 'Error' },
      { kind: 'incident', at: 100_000, text: 'Incident' },
      { kind: 'treatment', at: 90_000, text: 'Treatment 7' },
      { kind: 'command', at: 141_000, text: 'Resume: An' },
    ],
    ['90 event: Treatment 7', '100 incident: Incident', '106 command: Stop immediately: An', '120 control: Take control: An'],
  ],
])('[IROOM3] the life cycle: %s', (_, own, marks, expected) => {
  expect(rowsOf(own, marks)).toEqual(expected);
});

it.each([
  [79_999, -1],
  [80_000, 0],
  [99_000, 1],
  [200_000, 2],
])('[IROOM3] at %d the row %d is active', (instant, expected) => {
  expect(activeRow([{ at: 80_000 }, { at: 90_000 }, { at: 100_000 }], instant)).toBe(expected);
});

it.each([
  [-2_140, '-2.1 s', '2.1 s before the error'],
  [-40, '0.0 s', 'at the error'],
  [0, '0.0 s', 'at the error'],
  [6_000, '+6.0 s', '6.0 s after the error'],
])('[IROOM3] the offset of %d ms', (ms, text, words) => {
  expect([offsetText(ms), offsetInWords(ms)]).toEqual([text, words]);
});
