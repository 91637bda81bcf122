import { expect, it } from 'vitest';
import { AWAY_MS, listedSince, LONGEST_MS, visitAt, visitIn } from '#domain/history/visit';
import { DAY_MS } from '#domain/text/timeUnits';

const NOW = Date.UTC(2026, 2, 4, 7);
const BEGAN = NOW - DAY_MS;
const an = (since: number | null, seenAt: number, beganAt = BEGAN) => ({ username: 'an', since, beganAt, seenAt });

it.each([
  ['the first visit', null, an(null, NOW, NOW)],
  ['a first visit that goes on', an(null, NOW - AWAY_MS), an(null, NOW)],
  ['a visit that goes on', an(5, NOW - 60_000), an(5, NOW)],
  ['a visit that goes on after a short absence', an(5, NOW - AWAY_MS), an(5, NOW)],
  ['another visit', an(5, NOW - AWAY_MS - 1), an(NOW - AWAY_MS - 1, NOW, NOW)],
  ['a visit that a wrong clock remembers', an(NOW + DAY_MS, NOW + 2 * DAY_MS, NOW + DAY_MS), an(NOW, NOW, NOW)],
])('[NIGHT10] %s', (_, known, visit) => {
  expect(visitAt(known, 'an', NOW)).toEqual(visit);
});

it.each([
  ['nothing', null, null],
  ['no JSON', '{', null],
  ['another shape', '{"username":"an"}', null],
  ['no instants', '{"username":"an","since":"yesterday","beganAt":1,"seenAt":1}', null],
  ['the visit of another person', '{"username":"bo","since":null,"beganAt":1,"seenAt":1}', null],
  ['a visit', '{"username":"an","since":1,"beganAt":2,"seenAt":3}', an(1, 3, 2)],
])('[NIGHT10] remembered: %s', (_, text, visit) => {
  expect(visitIn(text, 'an')).toEqual(visit);
});

it.each([
  [an(null, NOW, NOW), { from: NOW - DAY_MS, isLastVisit: false }],
  [an(NOW - LONGEST_MS, NOW, NOW), { from: NOW - LONGEST_MS, isLastVisit: true }],
  [an(NOW - LONGEST_MS - 1, NOW, NOW), { from: NOW - LONGEST_MS, isLastVisit: false }],
])('[NIGHT10] since when what happened is listed: %o', (visit, listed) => {
  expect(listedSince(visit)).toEqual(listed);
});
