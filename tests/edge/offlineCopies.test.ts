import { expect, it } from 'vitest';
import { offlineCopies } from '#edge/offlineCopies';

const ORIGIN = 'https://console.example';
const build = { name: 'new', files: ['/assets/index-1.js'] };

/** Caches of a browser: a text per path. Taking all is as a network that answers each path with its name. */
function aCacheStorage(known: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const held = new Map(Object.entries(known).map(([name, texts]) => [name, new Map(Object.entries(texts))]));
  const open = async (name: string) => {
    const texts = held.get(name) ?? new Map<string, string>();
    held.set(name, texts);
    return {
      match: async (path: RequestInfo | URL) => {
        const text = texts.get(keyOf(path));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (path: RequestInfo | URL, answer: Response) => void texts.set(keyOf(path), await answer.text()),
    };
  };
  const caches = { open, keys: async () => [...held.keys()], delete: async (name: string) => held.delete(name) };
  return { held, caches };
}

type Asked = Pick<Request, 'url' | 'method' | 'mode'>;
const asked = (path: string, more: Partial<Asked> = {}): Asked => ({
  url: new URL(path, ORIGIN).href,
  method: 'GET',
  mode: 'cors',
  ...more,
});
const opens = (path: string) => asked(path, { mode: 'navigate' });

const SETTINGS = (what: string) => JSON.stringify({ api_root: '/api', oidc: {}, what });
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } });
const pathOf = (request: Asked | string) => (typeof request === 'string' ? request : new URL(request.url).pathname);

/** A server of this build; what it answers names who asked for which path. */
function served(by: string, path: string): Response {
  if (path === '/config.json') return new Response(SETTINGS(by));
  return path.startsWith('/assets/') ? new Response(`${by} ${path}`) : html(`${by} ${path} /assets/index-1.js`);
}
const network = async (request: Asked | string) => served('network', pathOf(request));
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

const keyOf = (path: RequestInfo | URL) => (path instanceof Request ? path.url : path.toString());

async function taken(fetch: (request: Asked | string) => Promise<Response>) {
  const { held, caches } = aCacheStorage();
  const answer = (request: Asked | string) => (typeof request === 'string' ? Promise.resolve(served('copy', request)) : fetch(request));
  const copies = offlineCopies({ build, origin: ORIGIN, caches, fetch: answer });
  await copies.take();
  return { held, textOf: async (request: Asked) => (await copies.answer(request))?.text() };
}

it.each([
  ['a page', opens('/fleet/state?x=1'), 'network /fleet/state /assets/index-1.js', 'copy / /assets/index-1.js'],
  ['the settings', asked('/config.json'), SETTINGS('network'), SETTINGS('copy')],
  ['an asset', asked('/assets/index-1.js'), 'copy /assets/index-1.js', 'copy /assets/index-1.js'],
])(
  '[SHELL-046] %s comes from the network while there is one unless its name says what is in it, else from the copy',
  async (_, request, on, off) => {
    expect(await (await taken(network)).textOf(request)).toBe(on);
    expect(await (await taken(noNetwork)).textOf(request)).toBe(off);
  },
);

it.each([
  ['a call', asked('/api/machines')],
  ['a call opened as a page', opens('/api/openapi.json')],
  ['the sign-in', opens('/idp/interaction/1')],
  ['the end of its popup', opens('/signed-in?code=1')],
  ['another origin', asked('https://elsewhere.example/assets/index-1.js')],
  ['anything written', asked('/', { method: 'POST', mode: 'navigate' })],
  ['anything else', asked('/healthz')],
])('[SHELL-046] the worker keeps out of %s', async (_, request) => {
  expect(await (await taken(noNetwork)).textOf(request)).toBeUndefined();
});

it('[SHELL-046] the newest settings that were good are kept', async () => {
  const answers = [
    new Response(SETTINGS('newer')),
    new Response('broken', { status: 502 }),
    html('<h1>Sign in to the WiFi</h1>'),
    new Response('{}'),
    new Response('Unauthorized', { status: 401 }),
    null,
  ];
  const { textOf } = await taken(async () => answers.shift() ?? noNetwork());
  for (let count = answers.length; count > 0; count -= 1) expect(await textOf(asked('/config.json'))).toBe(SETTINGS('newer'));
});

it('[AWAY1] a page that a proxy cannot fetch comes from the copy', async () => {
  const { textOf } = await taken(async () => new Response('Bad Gateway', { status: 502 }));
  expect(await textOf(opens('/fleet/state'))).toBe('copy / /assets/index-1.js');
});

it.each([
  ['a portal in place of the page', '/'],
  ['a portal in place of the settings', '/config.json'],
  ['a portal in place of a file', '/assets/index-1.js'],
])('[AWAY1] %s is not stored, and nothing of the build is', async (_, place) => {
  const { held, caches } = aCacheStorage();
  const fetch = async (request: Asked | string) => (request === place ? html('<h1>Sign in to the WiFi</h1>') : network(request));
  await expect(offlineCopies({ build, origin: ORIGIN, caches, fetch }).take()).rejects.toThrow(place);
  expect([...(held.get('console-new') ?? [])]).toEqual([]);
});

it('[SHELL-046] without network and copy there is no answer', async () => {
  const { caches } = aCacheStorage();
  const { answer } = offlineCopies({ build, origin: ORIGIN, caches, fetch: noNetwork });
  expect((await answer(opens('/')))?.type).toBe('error');
  expect((await answer(asked('/config.json')))?.type).toBe('error');
  await expect(answer(asked('/assets/index-1.js'))).rejects.toThrow('Failed to fetch');
});

it('[SHELL-046] a new build drops the copies of older ones, and nothing of others', async () => {
  const { held, caches } = aCacheStorage({ 'console-old': { '/': 'old' }, tiles: { '/1': 'tile' } });
  const copies = offlineCopies({ build, origin: ORIGIN, caches, fetch: network });
  await copies.take();
  await copies.dropOlder();
  expect([...held.keys()]).toEqual(['tiles', 'console-new']);
  expect([...(held.get('console-new')?.keys() ?? [])]).toEqual(['/', '/config.json', '/assets/index-1.js']);
});
