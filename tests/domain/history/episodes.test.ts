import { expect, it } from 'vitest';
import { CHATTER_MS, episodesOf, OUTAGE_MS, type Mark } from '#domain/history/episodes';

const AT = Date.parse('2026-03-01T02:40:00Z');
const mark = (more: Partial<Mark>): Mark => ({
  kind: 'error',
  at: AT,
  to: AT + 1_000,
  serial: 'A',
  locationId: 'site',
  text: 'Error 0x11',
  code: '0x11',
  id: null,
  isNotable: true,
  ...more,
});
const error = (afterMs: number, more: Partial<Mark> = {}) => mark({ at: AT + afterMs, to: AT + afterMs + 1_000, ...more });
const offline = (afterMs: number, serial: string, more: Partial<Mark> = {}) =>
  mark({ kind: 'offline', at: AT + afterMs, to: AT + afterMs + 600_000, serial, text: 'Offline', code: null, ...more });

it.each([
  ['a code that comes and goes', [error(0), error(CHATTER_MS), error(2 * CHATTER_MS)], [{ count: 3, text: 'Error 0x11, 3 times' }]],
  ['a code that comes again later', [error(0), error(CHATTER_MS + 1_001)], [{ count: 1 }, { count: 1 }]],
  ['two codes of a device', [error(0), error(10, { code: '0x12', text: 'Error 0x12' })], [{ codes: ['0x12'] }, { codes: ['0x11'] }]],
  ['one code at two devices', [error(0), error(10, { serial: 'B' })], [{ serials: ['B'] }, { serials: ['A'] }]],
  ['an error that lasts', [error(0, { to: null }), error(CHATTER_MS * 9)], [{ count: 2, to: AT + CHATTER_MS * 9 + 1_000 }]],
  [
    'an outage of a site',
    [offline(0, 'A'), offline(OUTAGE_MS, 'B'), offline(2 * OUTAGE_MS, 'C')],
    [{ serials: ['A', 'B', 'C'], text: '3 devices offline', kind: 'offline' }],
  ],
  ['outages of two sites', [offline(0, 'A'), offline(1, 'B', { locationId: 'other' })], [{ serials: ['B'] }, { serials: ['A'] }]],
  ['devices without a place', [offline(0, 'A', { locationId: null }), offline(1, 'B', { locationId: null })], [{}, {}]],
  ['one device that is lost twice', [offline(0, 'A'), offline(3_600_000, 'A')], [{ count: 1 }, { count: 1 }]],
  ['what is usual', [mark({ kind: 'command', isNotable: false })], []],
  [
    'an incident and its error',
    [mark({ kind: 'incident', id: 'i1', to: AT }), error(0)],
    [{ kind: 'incident', subjectId: 'i1', to: AT + 1_000 }],
  ],
  [
    'an incident of another device',
    [mark({ kind: 'incident', id: 'i1', serial: 'B' }), error(0)],
    [{ kind: 'incident' }, { kind: 'error' }],
  ],
  ['an incident long after', [mark({ kind: 'incident', id: 'i1', at: AT + 60_000 }), error(0)], [{ kind: 'incident' }, { kind: 'error' }]],
] as const)('[EPISODE1] %s', (_, marks, expected) => {
  const shuffled = marks.toReversed();
  expect(episodesOf(shuffled)).toMatchObject(expected);
});

it('[EPISODE1] an episode keeps its id while it grows, and no two have the same', () => {
  const grown = [error(0), error(1_000), error(2_000), offline(0, 'A'), mark({ kind: 'incident', id: 'i1', at: AT + 3_600_000 })];
  expect(episodesOf(grown.slice(0, 1))[0]?.id).toBe(episodesOf(grown).find(({ kind }) => kind === 'error')?.id);
  expect(new Set(episodesOf(grown).map(({ id }) => id)).size).toBe(3);
});

it('[EPISODE1] an outage keeps its id when the last reports before it are known to the minute only', () => {
  const exact = [offline(1_234, 'B'), offline(2_345, 'A')];
  const counted = [offline(59_999, 'A'), offline(59_999, 'B')];
  expect(episodesOf(counted).map(({ id }) => id)).toEqual(episodesOf(exact).map(({ id }) => id));
});
