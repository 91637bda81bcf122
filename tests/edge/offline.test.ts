import { expect, it } from 'vitest';
import { workOffline } from '#edge/offline';

type Workplace = Parameters<typeof workOffline>[0];

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
    trustedTypes: { createPolicy: (name, { createScriptURL }) => policies.push([name, createScriptURL]) },
    addEventListener: (kind, listener) => loading.addEventListener(kind, listener),
  };
  return { page, registered, policies, load: () => loading.dispatchEvent(new Event('load')) };
}

it('[SHELL-046] the worker is registered once the page is loaded, through a policy that knows its address alone', () => {
  const { page, registered, policies, load } = aPage();
  workOffline(page);
  expect(registered).toEqual([]);
  load();
  expect(registered).toEqual([['/sw.js', { scope: '/', updateViaCache: 'none' }]]);
  const [[name, address] = ['', () => '']] = policies;
  expect(name).toBe('default');
  for (const other of ['/sw.js?x', '/assets/sw.js', 'https://elsewhere.example/sw.js', 'blob:x', 'data:,x', '']) {
    expect(() => address(other)).toThrow('script address refused');
  }
});

it('[SHELL-046] a browser without workers is left as it is', () => {
  const { page, policies, load } = aPage();
  workOffline({ ...page, navigator: {} });
  load();
  expect(policies).toEqual([]);
});
