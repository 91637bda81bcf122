import { afterEach, expect, it, vi } from 'vitest';
import { consoleConfig } from '#contract/config';
import { openOidcClient } from '#edge/oidcClient';
import { userText } from './fakeTabs.ts';

const AUTHORITY = 'https://sso.example';
const KEY = `oidc.user:${AUTHORITY}:console`;
const config = consoleConfig.parse({
  company: '',
  product: '',
  api_root: '',
  websocket_address: '',
  oidc: { authority: AUTHORITY, client_id: 'console', admin_scope: '' },
  live_data_graphs_url: '',
  device_text_logs_url: '',
  default_organisation_id: '',
  version: '',
});

/** Answers as a provider that rotates refresh tokens; returns those that were spent. */
function provider(): (string | null)[] {
  const spent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body?: URLSearchParams }) => {
    if (address.includes('.well-known')) return Response.json({ issuer: AUTHORITY, token_endpoint: `${AUTHORITY}/token` });
    spent.push(new URLSearchParams(body).get('refresh_token'));
    return Response.json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 360, refresh_token: `new${spent.length}` });
  });
  return spent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('[TOKEN2] a tab whose storage was cleared renews with the token that it holds, and stores the new one', async () => {
  const spent = provider();
  sessionStorage.setItem(KEY, userText({ rot: 0 }));
  const client = openOidcClient(config, window);
  expect(client.stored()).toBe(userText({ rot: 0 }));
  sessionStorage.clear();
  expect(await client.refresh()).toMatchObject({ kind: 'renewed' });
  sessionStorage.clear();
  expect(await client.refresh()).toMatchObject({ kind: 'renewed' });
  expect(spent).toEqual(['r0', 'new1']);
  expect(sessionStorage.getItem(KEY)).toContain('"refresh_token":"new2"');
});

it('[TOKEN2] a full storage keeps no token from being renewed', async () => {
  const spent = provider();
  sessionStorage.setItem(KEY, userText({ rot: 0 }));
  const client = openOidcClient(config, window);
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key === KEY) throw new DOMException('full', 'QuotaExceededError');
  });
  await client.store(userText({ rot: 1 }));
  expect(await client.refresh()).toMatchObject({ kind: 'renewed' });
  expect(await client.refresh()).toMatchObject({ kind: 'renewed' });
  expect(spent).toEqual(['r1', 'new1']);
  expect(setItem).toHaveBeenCalled();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it('[TOKEN2] a user who is forgotten is in no storage, and is not renewed', async () => {
  const spent = provider();
  const client = openOidcClient(config, window);
  await client.store(userText({ rot: 0 }));
  await client.forget();
  expect([client.stored(), sessionStorage.getItem(KEY)]).toEqual([null, null]);
  expect(await client.refresh()).toEqual({ kind: 'refused' });
  expect(spent).toEqual([]);
});

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open: () => open() };
}

it.each([
  ['nobody', null],
  ['the next person', userText({ rot: 0, username: 'bert' })],
])('[SIGNIN3] a renewed token that arrives after the sign-in ended is stored nowhere: %s stays', async (_, next) => {
  provider();
  const [asked, answered] = [gate(), gate()];
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    if (!address.endsWith('/token')) return answer(address, options);
    asked.open();
    await answered.isOpen;
    return answer(address, options);
  });
  const client = openOidcClient(config, window);
  await client.store(userText({ rot: 0 }));
  const end = client.refresh();
  await asked.isOpen;
  await (next === null ? client.forget() : client.store(next));
  answered.open();
  expect(await end).toMatchObject({ kind: 'renewed' });
  expect([client.stored(), sessionStorage.getItem(KEY)]).toEqual([next, next]);
});

it('[SIGNIN3] a log-out removes the user before anything is downloaded or asked, so that a reload signs nobody in', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  const client = openOidcClient(config, window);
  await client.store(userText({ rot: 0 }));
  const end = client.logOut();
  expect([client.stored(), sessionStorage.getItem(KEY)]).toEqual([null, null]);
  await expect(end).rejects.toThrow();
});

it('[SIGNIN4] a popup that ends stores nobody: the session does, once the sign-in is complete', async () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const asked = { nonce: '' };
  const popup = {
    closed: false,
    focus: () => undefined,
    close: () => (popup.closed = true),
    location: {
      replace: (address: string) => {
        const { searchParams } = new URL(address);
        asked.nonce = searchParams.get('nonce') ?? '';
        const url = `${window.location.origin}/signed-in?code=c&state=${searchParams.get('state')}`;
        const { origin } = window.location;
        queueMicrotask(() => window.dispatchEvent(new MessageEvent('message', { origin, data: { source: 'oidc-client', url } })));
      },
    },
  };
  vi.stubGlobal('open', () => popup);
  vi.stubGlobal('fetch', async (address: string) => {
    const endpoints = { authorization_endpoint: `${AUTHORITY}/auth`, token_endpoint: `${AUTHORITY}/token` };
    if (address.includes('.well-known')) return Response.json({ issuer: AUTHORITY, ...endpoints });
    const id_token = `${part({ alg: 'none' })}.${part({ iss: AUTHORITY, aud: 'console', sub: 'an', nonce: asked.nonce })}.`;
    return Response.json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 360, refresh_token: 'new', id_token });
  });
  const client = openOidcClient(config, window);
  expect(await client.popup('an@serrarobotics.example')).toMatchObject({ kind: 'signed-in', text: expect.stringContaining('"new"') });
  expect([client.stored(), sessionStorage.getItem(KEY)]).toEqual([null, null]);
});
