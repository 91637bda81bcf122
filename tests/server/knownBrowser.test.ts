import { expect, it } from 'vitest';
import { createKnownBrowsers } from '#server/identity/signIn/knownBrowser';

const browsers = createKnownBrowsers(['new key', 'old key'], true);
/** The cookie as a browser sends it, without its attributes. */
const sentOf = (header: string) => header.split(';')[0] ?? '';

it('[LOGIN2] the cookie of a known browser counts for its account only, and while its key is one of the keys', () => {
  const cookie = sentOf(browsers.remember(undefined, 'an@x.example'));
  expect(browsers.idOf(`a=b; ${cookie}`, ' AN@x.example')).toMatch(/^[\w-]{22}$/);
  expect(browsers.idOf(cookie, 'bo@x.example')).toBeNull();
  expect(createKnownBrowsers(['newer key', 'new key'], true).idOf(cookie, 'an@x.example')).not.toBeNull();
  expect(createKnownBrowsers(['another key'], true).idOf(cookie, 'an@x.example')).toBeNull();
});

it('[LOGIN2] a forged cookie, and one whose parts are of two, count for none', () => {
  const [one, other] = [sentOf(browsers.remember(undefined, 'an@x.example')), sentOf(browsers.remember(undefined, 'an@x.example'))];
  const [id] = one.split('.');
  const mixed = `${id}.${other.split('.')[1]}`;
  for (const forged of [mixed, `${id}.${'A'.repeat(43)}`, `${id}`, `${id}.`, 'orangery_browser=', ''])
    expect(browsers.idOf(forged, 'an@x.example')).toBeNull();
  expect(browsers.idOf(undefined, 'an@x.example')).toBeNull();
});

it('[LOGIN2] the cookie is read by no script, sent by no foreign form, and over TLS only where there is TLS', () => {
  expect(browsers.remember(undefined, 'an@x.example')).toMatch(/; Path=\/idp; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  expect(createKnownBrowsers(['key'], false).remember(undefined, 'an@x.example')).not.toContain('Secure');
});

it('[LOGIN15] a shared browser is known to the eight accounts that signed in with it last, and a cookie of one account is read as before', () => {
  let cookie = sentOf(browsers.remember(undefined, 'an@x.example'));
  expect(cookie).toMatch(/^orangery_browser=[\w-]{22}\.[\w-]{43}$/);
  const people = Array.from({ length: 8 }, (_, index) => `person.${index}@x.example`);
  for (const email of people) cookie = sentOf(browsers.remember(`a=b; ${cookie}`, email));
  const ids = people.map((email) => browsers.idOf(cookie, email));
  expect(new Set(ids).size).toBe(8);
  expect(ids).not.toContain(null);
  expect(browsers.idOf(cookie, 'an@x.example'), 'the ninth last').toBeNull();
  // The same person again takes no second place.
  for (const email of people) cookie = sentOf(browsers.remember(cookie, email));
  expect(people.map((email) => browsers.idOf(cookie, email))).not.toContain(null);
  expect(sentOf(browsers.remember('orangery_browser=odd~x.y~', 'an@x.example'))).toMatch(/^orangery_browser=[\w-]{22}\.[\w-]{43}$/);
});
