import { expect, it } from 'vitest';
import { type BrowserParts, missingSupport } from '#edge/browserSupport';

function storage(): BrowserParts['sessionStorage'] {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const forbid = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const whole: BrowserParts = {
  isSecureContext: true,
  location: { origin: 'https://console.example' },
  crypto: { subtle: {}, randomUUID: () => '' },
  navigator: { locks: {} },
  BroadcastChannel: () => undefined,
  sessionStorage: storage(),
};

const withoutStorage: BrowserParts = Object.defineProperty({ ...whole }, 'sessionStorage', { get: forbid });

it.each<[string, BrowserParts, RegExp]>([
  [
    'a LAN name over plain http',
    { ...whole, isSecureContext: false, location: { origin: 'http://console.lan' } },
    /secure.*http:\/\/console\.lan is not/,
  ],
  ['blocked cookies', withoutStorage, /blocks cookies and storage/],
  ['a full or refusing storage', { ...whole, sessionStorage: { ...storage(), setItem: forbid } }, /blocks cookies and storage/],
  ['a storage that keeps nothing', { ...whole, sessionStorage: { ...storage(), getItem: () => null } }, /blocks cookies and storage/],
  ['no Web Crypto', { ...whole, crypto: {} }, /too old/],
  ['no random ids', { ...whole, crypto: { subtle: {} } }, /too old/],
  ['no locks', { ...whole, navigator: {} }, /too old/],
  ['no channel between tabs', { ...whole, BroadcastChannel: undefined }, /too old/],
])('[SUPPORT1] %s is a sentence, not a blank page', (_, page, text) => {
  expect(missingSupport(page)).toMatch(text);
});

it('[SUPPORT1] where all of it is there nothing is missing, and nothing is left behind', () => {
  expect(missingSupport(whole)).toBeNull();
  expect(whole.sessionStorage.getItem('orangery.probe')).toBeNull();
});
