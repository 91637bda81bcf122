import { expect, it } from 'vitest';
import { FILTER_SERIALS, FILTER_SHOW, readFleetFilter } from '#domain/devices/fleetFilter';
import { closedNotice, overNotice, type DeviceInTrouble, troubleNotice } from '#domain/notifications/siteNotice';
import { afterNotice, isSpent, nextNotice, type NotifiedTrouble, QUIET_MS, type SentNotice } from '#domain/notifications/nextNotice';

const site = { id: 'l-1', name: 'Maasdijk Paprika' };
const aDevice = (serial: string, more: Partial<DeviceInTrouble> = {}): DeviceInTrouble => ({
  serial,
  name: `Divo ${serial}`,
  kind: 'error',
  words: null,
  code: null,
  ...more,
});
const now = { silent: false, at: 7 };

it.each([
  ['the text of its code', { words: 'Docking failed', code: '0x0a010023' }, 'is in error', 'Docking failed\nMaasdijk Paprika\n1'],
  ['its code without a text', { code: '0x0a010023' }, 'is in error', 'error 0x0a010023\nMaasdijk Paprika\n1'],
  ['an error without a code', {}, 'is in error', 'in error\nMaasdijk Paprika\n1'],
  ['a lost device', { kind: 'lost' }, 'is lost during a treatment', 'Maasdijk Paprika\n1'],
] as const)('[PUSH4] one device: name, place and %s, and the link to it', (_, more, title, body) => {
  expect(troubleNotice(site, [aDevice('1', more)], now)).toEqual({
    tag: 'site:l-1',
    title: `Divo 1 ${title}`,
    body,
    url: '/device/detail?device_serial=1',
    silent: false,
    at: 7,
  });
});

it('[PUSH3] [PUSH4] fifty devices of a place are one notice, which names four', () => {
  const [first, ...others] = Array.from({ length: 50 }, (_, at) => aDevice(String(at + 1), { words: 'Docking failed' }));
  if (first === undefined) throw new Error('no device');
  const notice = troubleNotice(site, [first, ...others], now);
  expect(notice.title).toBe('50 devices at Maasdijk Paprika need you');
  expect(notice.body.split('\n')).toEqual([
    'Divo 1: Docking failed',
    'Divo 2: Docking failed',
    'Divo 3: Docking failed',
    'Divo 4: Docking failed',
    'and 46 more',
  ]);
  expect(notice.tag).toBe(overNotice(site, 8).tag);
});

const shownBy = ({ url }: { readonly url: string }) => {
  const { pathname, searchParams } = new URL(url, 'https://console.example');
  expect(pathname).toBe('/fleet/state');
  return readFleetFilter(searchParams.get(FILTER_SERIALS), searchParams.get(FILTER_SHOW));
};
it.each([
  ['a few, of which one is lost', 3, 'lost', { kind: 'serials', serials: ['LF-0', 'LF-1', 'LF-2'] }],
  ['a few in error', 2, 'error', { kind: 'serials', serials: ['LF-0', 'LF-1'] }],
  ['too many for a link, all in error', 400, 'error', { kind: 'error' }],
  ['too many for a link, of which one is lost', 400, 'lost', { kind: 'none' }],
] as const)('[PUSH4] the page of several devices shows each of them: %s', (_, count, kind, expected) => {
  const [first, ...others] = Array.from({ length: count }, (_device, at) => aDevice(`LF-${at}`, at === 0 ? { kind } : {}));
  if (first === undefined) throw new Error('no device');
  const notice = troubleNotice(site, [first, ...others], now);
  expect(shownBy(notice)).toEqual(expected);
  expect(notice.url.length).toBeLessThanOrEqual(600);
});

it('[PUSH3] the notice that something is over makes no sound', () => {
  expect(overNotice(site, 8)).toMatchObject({ title: 'Maasdijk Paprika: over', silent: true, at: 8 });
});

const error = (serial: string) => ({ serial, kind: 'error' }) as const;
const lost = (serial: string) => ({ serial, kind: 'lost' }) as const;
/** As an older version stored it. */
const former = (serial: string) => ({ serial, kind: null });
const sent = (troubles: readonly NotifiedTrouble[], rangAt = 0) => ({ troubles, ended: [], missed: [], underway: [], rangAt });
type Begun = ReturnType<typeof error> | ReturnType<typeof lost>;
const begun = (...troubles: readonly Begun[]) => troubles.map((one) => ({ ...one, isNew: true, isCarried: false }));
const old = (serial: string) => ({ ...error(serial), isNew: false, isCarried: false });
const carried = (serial: string) => ({ ...old(serial), isCarried: true });
const LATER = QUIET_MS + 1;
const loud = (...troubles: readonly NotifiedTrouble[]) => ({ kind: 'trouble', troubles, silent: false });
const silent = (...troubles: readonly NotifiedTrouble[]) => ({ kind: 'trouble', troubles, silent: true });

it.each([
  ['nothing sent, nothing open', undefined, [], { kind: 'none' }],
  ['the first', undefined, begun(error('1')), loud(error('1'))],
  ['in trouble before it was chosen', undefined, [old('1')], { kind: 'none' }],
  ['the same again', sent([error('1')]), begun(error('1')), { kind: 'none' }],
  ['one more, later', sent([error('1')]), begun(error('1'), error('2')), loud(error('1'), error('2'))],
  ['one more, soon', sent([error('1')], LATER - QUIET_MS + 1), begun(error('1'), error('2')), silent(error('1'), error('2'))],
  ['one less', sent([error('1'), error('2')]), begun(error('1')), silent(error('1'))],
  ['one for another', sent([error('1')]), begun(error('2')), loud(error('2'))],
  ['over', sent([error('1')]), [], { kind: 'over' }],
  ['over, beside one in trouble before', sent([error('1')]), [old('2')], { kind: 'over' }],
  ['sent by another server, which has ended', sent([error('1')]), [old('1')], { kind: 'none' }],
  ['nothing, after it was over', sent([]), [], { kind: 'none' }],
  ['lost, and back in error', sent([lost('1')]), begun(error('1')), loud(error('1'))],
  ['lost, and back in error soon', sent([lost('1')], LATER - 1), begun(error('1')), silent(error('1'))],
  ['the same, sent by an older version', sent([former('1')]), begun(error('1')), { kind: 'none' }],
] as const)('[PUSH3] the next notice: %s', (_, before, troubles, next) => {
  expect(nextNotice(before, troubles, LATER)).toEqual(next);
});

/** The titles of the notices about a site: at each time in s, the troubles that are open then. */
function heldAt(...moments: readonly (readonly [second: number, ...open: readonly Begun[]])[]) {
  let record: SentNotice | undefined;
  return moments.map(([second, ...troubles]) => {
    const at = second * 1_000;
    const next = nextNotice(record, begun(...troubles), at);
    if (next.kind !== 'none') record = afterNotice(record, next, at);
    return next.kind === 'trouble' && !next.silent ? 'sound' : next.kind;
  });
}

it.each([
  ['alone', undefined, [carried('1')], silent(error('1'))],
  ['beside another one', sent([error('2')]), [carried('1'), old('2')], silent(error('1'), error('2'))],
  ['with one that begins', undefined, [carried('1'), ...begun(error('2'))], loud(error('1'), error('2'))],
  ['again', sent([error('1')]), [carried('1')], { kind: 'none' }],
] as const)('[PUSH14] a trouble that came with its device from another place makes no sound: %s', (_, before, troubles, next) => {
  expect(nextNotice(before, troubles, LATER)).toEqual(next);
});

it('[PUSH3] a trouble that came with its device from another place quiets none that begins soon after', () => {
  const next = nextNotice(undefined, [carried('1')], LATER);
  if (next.kind === 'none') throw new Error('no notice');
  const record = afterNotice(undefined, next, LATER);
  expect(nextNotice(record, [carried('1'), ...begun(error('2'))], LATER + 5_000)).toEqual(loud(error('1'), error('2')));
});

it('[PUSH14] the notice of devices that moved or are no longer chosen does not say that they recovered', () => {
  expect(closedNotice(site, 8)).toMatchObject({
    tag: 'site:l-1',
    title: 'Maasdijk Paprika: notice ended',
    body: 'Its devices recovered, moved elsewhere, or are no longer chosen.',
    silent: true,
  });
});

it('[PUSH3] a device that goes into error and out of it every few seconds sounds once, also beside another one', () => {
  const [one, other] = [error('1'), error('2')];
  expect(heldAt([0, one], [4], [8, one], [12], [16, one], [20], [24, one])).toEqual(
    'sound over trouble over trouble over trouble'.split(' '),
  );
  expect(heldAt([0, other], [20, one, other], [40, other], [44, one, other], [48, other], [52, one, other])).toEqual(
    'sound sound trouble trouble trouble trouble'.split(' '),
  );
});

it('[PUSH3] what begins within 10 s after a sound is silent although that trouble is over; later, and what returns later, sounds', () => {
  const [one, other] = [error('1'), error('2')];
  expect(heldAt([0, one], [5], [9, other])).toEqual(['sound', 'over', 'trouble']);
  expect(heldAt([0, one], [60], [63, other])).toEqual(['sound', 'over', 'sound']);
  expect(heldAt([0, one], [60], [70, one])).toEqual(['sound', 'over', 'sound']);
  expect(heldAt([0, lost('1')], [60], [63, one])).toEqual(['sound', 'over', 'sound']);
});

it('[PUSH3] the record of a notice is spent once nothing of it is open or recent', () => {
  const record = { troubles: [], ended: [{ ...error('1'), endedAt: 60_000 }], missed: [], underway: [], rangAt: 0 };
  expect([69_999, 70_000].map((at) => isSpent(record, at))).toEqual([false, true]);
  expect(isSpent(sent([error('1')]), 90_000)).toBe(false);
  expect(isSpent(sent([], 60_000), 69_999)).toBe(false);
});
