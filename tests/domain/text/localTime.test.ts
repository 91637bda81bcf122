import { configChange } from '#contract/devices/configuration';
import { deviceEvent } from '#contract/devices/deviceEvent';
import { belgianTimeText, deviceTimeText, localTimeText } from '#domain/text/localTime';
import { expect, it } from 'vitest';

it.each([
  ['2026-03-04T14:05:09', '04/03/2026, 14:05:09'],
  ['2026-03-29T02:30:00', '29/03/2026, 02:30:00'],
  ['2026-03-04T14:05:09Z', '04/03/2026, 14:05:09'],
  ['', '-'],
  ['yesterday', '-'],
  [null, '-'],
])('[RULE-053] [DEV-103] [CLOCKS5] the local time %s reads %s, in whatever zone it is looked at', (local, text) => {
  expect(localTimeText(local)).toBe(text);
});

it.each([
  ['2026-03-04T13:05:09', 'Europe/London', '04/03/2026, 13:05:09 Europe/London'],
  ['2026-03-04T13:05:09', null, '04/03/2026, 13:05:09'],
  ['2026-03-04T13:05:09Z', null, '04/03/2026, 13:05:09'],
  ['', 'Europe/London', 'Unknown'],
  [null, 'Europe/London', 'Unknown'],
  [undefined, undefined, 'Unknown'],
])('[DEV-104] [DEV-108] [MSG-050] [CLOCKS5] the device time %s in %s reads %s', (local, zone, text) => {
  expect(deviceTimeText(local, zone)).toBe(text);
});

it.each(['2026-03-04T14:05:09', '2026-03-04T14:05:09Z'])('[CLOCKS1] [CLOCKS5] the Belgian time %s reads the same', (local) => {
  expect(belgianTimeText(local)).toBe('04/03/2026, 14:05:09');
});

it.each(['', null, undefined])(
  '[CLOCKS5] an event and a change of the configuration with the Belgian time %j can be read',
  (belgian_local_time) => {
    expect(deviceEvent.safeParse({ belgian_local_time, message: 'Started' }).success).toBe(true);
    expect(configChange.safeParse({ belgian_local_time, config_name: 'speed' }).success).toBe(true);
    expect(belgianTimeText(belgian_local_time)).toBe('-');
  },
);
