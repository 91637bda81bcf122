import { deviceTimeText, localTimeText } from '#domain/text/localTime';
import { expect, it } from 'vitest';

it.each([
  ['2026-03-04T14:05:09', '04/03/2026, 14:05:09'],
  ['2026-03-29T02:30:00', '29/03/2026, 02:30:00'],
  ['yesterday', '-'],
  [null, '-'],
])('[RULE-053] [DEV-103] the local time %s reads %s, in whatever zone it is looked at', (local, text) => {
  expect(localTimeText(local)).toBe(text);
});

it.each([
  ['2026-03-04T13:05:09', 'Europe/London', '04/03/2026, 13:05:09 Europe/London'],
  ['2026-03-04T13:05:09', null, '04/03/2026, 13:05:09'],
  [null, 'Europe/London', 'Unknown'],
  [undefined, undefined, 'Unknown'],
])('[DEV-104] [DEV-108] [MSG-050] the device time %s in %s reads %s', (local, zone, text) => {
  expect(deviceTimeText(local, zone)).toBe(text);
});
