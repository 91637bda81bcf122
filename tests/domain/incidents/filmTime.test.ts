import { expect, it } from 'vitest';
import { filmInstant, filmSecond, filmStart, frameMs, keptOffset, parseOffset, withOffset } from '#domain/incidents/filmTime';

const ERROR_AT = Date.parse('2026-03-04T12:00:00Z');
const recording = (started_at: string | null) => ({ format: 'bag', messages: 1, started_at, topics: [] });

it.each([
  ['that holds the error begins with the recording', [recording('2026-03-04T11:59:30Z')], 60, -30_000],
  ['begins with the first of several recordings', [recording('2026-03-04T11:59:50Z'), recording('2026-03-04T11:59:30Z')], 60, -30_000],
  ['that would end before the error has it in its middle', [recording('2026-03-04T11:59:00Z')], 5, -2_500],
  ['that would begin after the error has it in its middle', [recording('2026-03-04T12:00:01Z')], 60, -30_000],
  ['without a known begin has the error in its middle', [recording(null)], 10, -5_000],
  ['without a recording has the error in its middle', null, 10, -5_000],
])('[IROOM8] a film %s', (_, recordings, seconds, offset) => {
  expect(filmStart({ recordings }, ERROR_AT, seconds) - ERROR_AT).toBe(offset);
});

it.each([
  [-1, 0, false],
  [0, 0, true],
  [2.5, 2.5, true],
  [5, 5, true],
  [6, 5, false],
])('[IROOM8] %d s after its begin a film of 5 s shows its second %d', (after, second, isInside) => {
  const film = { startAt: ERROR_AT, seconds: 5 };
  expect(filmSecond(film, ERROR_AT + after * 1_000)).toEqual({ second, isInside });
  if (isInside) expect(filmInstant(film, second)).toBe(ERROR_AT + after * 1_000);
});

it.each([
  ['1.5', 1.5],
  [' -0,4 ', -0.4],
  ['+2', 2],
  ['600', 600],
  ['601', null],
  ['', null],
  ['1e3', null],
  ['soon', null],
])('[IROOM9] an offset %j', (text, seconds) => {
  expect(parseOffset(text)).toBe(seconds);
});

it('[IROOM9] offsets are kept by incident, those of the last hundred', () => {
  const one = withOffset(null, 'i 1', 1.5);
  const two = withOffset(one, 'i-2', -3);
  expect([keptOffset(two, 'i 1'), keptOffset(two, 'i-2'), keptOffset(two, 'i-3'), keptOffset(null, 'i 1')]).toEqual([1.5, -3, 0, 0]);
  expect(keptOffset(withOffset(two, 'i 1', 0), 'i 1')).toBe(0);
  expect(keptOffset('nonsense\n5', 'i 1')).toBe(0);
  const many = Array.from({ length: 150 }, (_, index) => index).reduce<string>((kept, index) => withOffset(kept, `i-${index}`, 1), '');
  expect(many.split('\n')).toHaveLength(100);
  expect(keptOffset(many, 'i-149')).toBe(1);
});

/** The seconds between pictures of a film. */
const gaps = (rate: number, ...shown: readonly number[]) => shown.slice(1).map((picture, index) => (picture - (shown[index] ?? 0)) / rate);
it.each([
  ['25 a second', gaps(25, 0, 1, 2, 3, 4, 5, 6), 40],
  ['60 a second of which every other one was shown but once', gaps(60, 0, 2, 4, 5, 7, 9, 11), 1_000 / 60],
  ['too few', gaps(25, 0, 1, 2, 3, 4, 5), null],
  ['a seek among them', gaps(25, 100, 101, 102, 3, 4, 5, 6, 7), 40],
  ['the same one again', gaps(25, 4, 4, 4, 4, 4, 4, 4, 4), null],
  ['faster than any film', gaps(1_000, 0, 1, 2, 3, 4, 5, 6, 7), null],
  ['none', [], null],
])('[IROOM6] the length of a picture is measured: %s', (_, between, expected) => {
  if (expected === null) expect(frameMs(between)).toBeNull();
  else expect(frameMs(between)).toBeCloseTo(expected, 6);
});
