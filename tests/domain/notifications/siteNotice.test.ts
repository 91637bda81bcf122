import { expect, it } from 'vitest';
import { overNotice, type DeviceInTrouble, troubleNotice } from '#domain/notifications/siteNotice';
import { nextNotice, QUIET_MS } from '#domain/notifications/nextNotice';

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
  expect(notice.url).toBe('/fleet/state?show=error');
  expect(notice.tag).toBe(overNotice(site, 8).tag);
});

it('[PUSH3] the notice that something is over makes no sound', () => {
  expect(overNotice(site, 8)).toMatchObject({ title: 'Maasdijk Paprika: over', silent: true, at: 8 });
});

const sent = (serials: readonly string[], rangAt = 0) => ({ serials, rangAt });
const open = (...serials: readonly string[]) => serials.map((serial) => ({ serial, isNew: true }));
const old = (serial: string) => ({ serial, isNew: false });
const LATER = QUIET_MS + 1;

it.each([
  ['nothing sent, nothing open', undefined, [], { kind: 'none' }],
  ['the first', undefined, open('1'), { kind: 'trouble', serials: ['1'], silent: false }],
  ['in trouble before it was chosen', undefined, [old('1')], { kind: 'none' }],
  ['the same again', sent(['1']), open('1'), { kind: 'none' }],
  ['one more, later', sent(['1']), open('1', '2'), { kind: 'trouble', serials: ['1', '2'], silent: false }],
  ['one more, soon', sent(['1'], LATER - QUIET_MS + 1), open('1', '2'), { kind: 'trouble', serials: ['1', '2'], silent: true }],
  ['one less', sent(['1', '2']), open('1'), { kind: 'trouble', serials: ['1'], silent: true }],
  ['one for another', sent(['1']), open('2'), { kind: 'trouble', serials: ['2'], silent: false }],
  ['over', sent(['1']), [], { kind: 'over' }],
  ['over, beside one in trouble before', sent(['1']), [old('2')], { kind: 'over' }],
  ['sent by another server, which has ended', sent(['1']), [old('1')], { kind: 'none' }],
  ['nothing, after it was over', sent([]), [], { kind: 'none' }],
] as const)('[PUSH3] the next notice: %s', (_, before, troubles, next) => {
  expect(nextNotice(before, troubles, LATER)).toEqual(next);
});
