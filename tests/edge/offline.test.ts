import { expect, it } from 'vitest';
import { workOffline } from '#edge/offline';
import { trustScripts } from '#edge/trustedTypesPolicy';

type Workplace = Parameters<typeof workOffline>[0] & Parameters<typeof trustScripts>[0];

/** A page whose script addresses pass its policy as the browser would have it. */
function aPage() {
  const registered: unknown[] = [];
  const policies: (readonly [string, (address: string) => string])[] = [];
  const loading = new EventTarget();
  const page: Workplace = {
    navigator: {
      serviceWorker: {
        register: async (address, options) => {
          registered.push([policies[0]?.[1](address), options]);
          throw new DOMException('The disk is full', 'QuotaExceededError');
        },
      },
    },
    location: { origin: 'https://console.example' },
    trustedTypes: { createPolicy: (name, { createScriptURL }) => policies.push([name, createScriptURL]) },
    addEventListener: (kind, listener) => loading.addEventListener(kind, listener),
  };
  return { page, registered, policies, load: () => loading.dispatchEvent(new Event('load')) };
}

it('[SHELL-046] the worker is registered once the page is loaded', () => {
  const { page, registered, load } = aPage();
  trustScripts(page);
  workOffline(page);
  expect(registered).toEqual([]);
  load();
  expect(registered).toEqual([['/sw.js', { scope: '/', updateViaCache: 'none' }]]);
});

it('the page starts the scripts it knows by their addresses, and no other', () => {
  const { page, policies } = aPage();
  trustScripts(page);
  const [[name, address] = ['', () => '']] = policies;
  expect(name).toBe('default');
  const own = [
    '/sw.js',
    '/assets/socketWorker-1a-B_2.js',
    'https://console.example/assets/socketWorker-1a2b.js',
    '/assets/maplibre-gl-worker-1a-B_2.js',
  ];
  expect(own.map(address)).toEqual(own);
  for (const other of [
    '/sw.js?x',
    '/assets/sw.js',
    '/assets/index-1a2b.js',
    '/assets/index-1a2b.mjs',
    '/assets/maplibre-gl-worker-1a2b.mjs',
    '/assets/socketWorker-1/../x.js',
    'https://console.example.evil/assets/socketWorker-1.js',
    'https://elsewhere.example/sw.js',
    'blob:x',
    'data:,x',
    '',
  ]) {
    expect(() => address(other)).toThrow('script address refused');
  }
});

it('[SHELL-046] a browser without workers is left as it is', () => {
  const { page, registered, load } = aPage();
  workOffline({ ...page, navigator: {} });
  load();
  expect(registered).toEqual([]);
});
