import { expect, it } from 'vitest';
import { localTimesIn } from '#server/platform/localTime';

const at = (text: string) => ({ at: new Date(text), deviceTime: new Date(text) });

it.each([
  ['2026-01-04T13:05:09Z', 'Europe/Brussels', '2026-01-04T14:05:09', '2026-01-04T14:05:09'],
  ['2026-07-04T13:05:09Z', 'America/Toronto', '2026-07-04T15:05:09', '2026-07-04T09:05:09'],
  ['2026-12-31T23:30:00Z', 'Asia/Tokyo', '2027-01-01T00:30:00', '2027-01-01T08:30:00'],
  ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
  ['2026-03-29T01:00:00Z', 'Europe/London', '2026-03-29T03:00:00', '2026-03-29T02:00:00'],
  ['2026-01-04T23:00:00Z', 'Europe/Brussels', '2026-01-05T00:00:00', '2026-01-05T00:00:00'],
])('[OPEN-22] [OPEN-37] %s in %s is %s in Belgium and %s there', (instant, zone, belgian, there) => {
  expect(localTimesIn(zone)(at(instant))).toEqual({
    belgian_local_time: belgian,
    device_local_time: there,
    device_local_timezone: zone,
  });
});

it('[OPEN-22] the Belgian time is by our clock, the local one by the clock of the device', () => {
  const happened = { at: new Date('2026-01-04T13:00:00Z'), deviceTime: new Date('2026-01-04T12:50:00Z') };
  expect(localTimesIn('Europe/Brussels')(happened)).toMatchObject({
    belgian_local_time: '2026-01-04T14:00:00',
    device_local_time: '2026-01-04T13:50:00',
  });
});

it.each([
  ['is not deployed', null, new Date(0)],
  ['has no clock', 'Europe/Brussels', null],
  ['stands in a zone that is none', 'Europe/Nowhere', new Date(0)],
  ['stands in an empty zone', '', new Date(0)],
])('[OPEN-22] [OPEN-37] a device that %s has no local time', (_name, zone, deviceTime) => {
  const times = localTimesIn(zone)({ at: new Date('2026-01-04T13:00:00Z'), deviceTime });
  expect(times).toEqual({ belgian_local_time: '2026-01-04T14:00:00', device_local_time: null, device_local_timezone: null });
});
