import { expect, it } from 'vitest';
import { accountLink } from '#domain/addresses';
import { linkTo, listOf, momentParameters, withMoment } from '#timeline/moment/momentAddress';

const AT = '2026-03-04T02:40:00.000Z';

it.each([
  ['?device_serial=LF-01&at=x', null],
  ['?list=', '/history'],
  ['?list=history.span%3D2026-03-04', '/history?history.span=2026-03-04'],
  ['?list=%2Fhistory%2Fregion%3Fmap_id%3Dmap-1', '/history/region?map_id=map-1'],
  [`?list=${encodeURIComponent(accountLink('s-1'))}`, '/history/accounts?session=s-1'],
  ['?list=%2Fhistory%2Faccounts', '/history/accounts'],
  ['?list=%2F%2Fevil.example%3F', '/history?//evil.example?'],
  // An address that is not a list of this console still leads to a list of it.
  ['?list=https%3A%2F%2Fevil.example', '/history?https://evil.example'],
])('[NIGHT9] the list of %s is %s', (search, list) => {
  expect(listOf(search)).toBe(list);
});

it('[NIGHT9] the list stays while the moment moves, goes with the past, and is in no link', () => {
  const opened = new URLSearchParams('device_serial=LF-01&list=a');
  expect(withMoment(opened, AT).get('list')).toBe('a');
  expect(withMoment(withMoment(opened, AT), null).toString()).toBe('device_serial=LF-01');
  expect(momentParameters(`?device_serial=LF-01&list=a&at=${AT}`)).toBe(`list=a&at=${encodeURIComponent(AT)}`);
  expect(linkTo('https://farm.example/', Date.parse(AT), 'x', 'An', true)).toContain('&source=history');
  expect(linkTo(`https://farm.example/device/detail?device_serial=LF-01&list=a`, Date.parse(AT), null, 'An')).not.toContain('list');
});
