import { expect, it } from 'vitest';
import { fetchText } from '#domain/devices/dataFetch';

const [changed_at, asked_at] = ['2026-03-04T01:40:00Z', '2026-03-04T02:40:00Z'];

it.each([
  [null, null],
  [undefined, null],
  [{ changed_at, asked_at, is_current: true }, 'has asked for these since they changed, 04/03/2026, 03:40:00'],
  [{ changed_at, asked_at: null, is_current: false }, 'not asked since they changed, 04/03/2026, 02:40:00'],
  [{ changed_at: '', is_current: false }, 'not asked since they changed'],
  [{ is_current: false }, 'not asked since they changed'],
])('[KEPTHERE2] %j reads "%s"', (fetch, text) => {
  expect(fetchText(fetch)).toBe(text);
});
