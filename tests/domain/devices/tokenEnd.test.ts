import { expect, it } from 'vitest';
import { tokenEndText } from '#domain/devices/tokenEnd';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';

const NOW = Date.UTC(2026, 2, 4, 12);
const alba = { name: 'Alba', life_cycle_stage: 'OPERATIONAL' };

it.each([
  [30 * DAY_MS, null],
  [7 * DAY_MS + 1, null],
  [7 * DAY_MS, 'ends in 7 days'],
  [2 * DAY_MS - 1, 'ends in 1 day'],
  [DAY_MS - 1, 'ends in 23 hours'],
  [HOUR_MS, 'ends in 1 hour'],
  [1, 'ends within the hour'],
  [0, 'has ended'],
  [-90 * DAY_MS, 'has ended'],
])('[RENEW8] a token that ends in %d ms says: %s', (leftMs, text) => {
  expect(tokenEndText({ ...alba, access_token_ends_at: new Date(NOW + leftMs).toISOString() }, NOW)).toBe(text);
});

it.each([[undefined], [null], ['']])('[RENEW8] nothing is shown for a device without a token that a person put on it (%s)', (ends) => {
  expect(tokenEndText({ ...alba, access_token_ends_at: ends }, NOW)).toBeNull();
});

it('[RENEW8] nor is it of a decommissioned one', () => {
  const over = { ...alba, life_cycle_stage: 'DECOMMISSIONED', access_token_ends_at: new Date(NOW).toISOString() };
  expect(tokenEndText(over, NOW)).toBeNull();
});
