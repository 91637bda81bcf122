import { expect, it } from 'vitest';
import { browserLabel } from '#edge/browserLabel';
import { createBrowserPush, type PushPage } from '#edge/browserPush';
import { optionsToRenew, pageOf, shownNotice } from '#edge/pushMessage';

const KEY = Buffer.alloc(65, 4).toString('base64url');

/** A browser whose push service gives one address after the other. */
function aBrowser({ permission = 'default', granted = 'granted' } = {}) {
  const calls: string[] = [];
  let count = 0;
  let subscribed: { endpoint: string; key: Uint8Array } | null = null;
  let isRegistered = false;
  const subscription = () => {
    const one = subscribed;
    if (one === null) return null;
    return {
      toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        calls.push('unsubscribe');
        subscribed = null;
        return true;
      },
    };
  };
  const worker = new EventTarget();
  const registration = {
    scope: 'https://console.example/push/',
    active: null as unknown,
    installing: worker,
    waiting: null,
    pushManager: {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: BufferSource }) => {
        if (registration.active === null) throw new Error('no active worker');
        count += 1;
        subscribed = { endpoint: `https://push.example/${count}`, key: new Uint8Array(applicationServerKey as ArrayBuffer) };
        const made = subscription();
        if (made === null) throw new Error('not subscribed');
        return made;
      },
    },
  };
  const page: PushPage = {
    navigator: {
      userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
      serviceWorker: {
        register: async (address, options) => {
          calls.push(`${address} ${options.scope}`);
          isRegistered = true;
          queueMicrotask(() => {
            registration.active = worker;
            worker.dispatchEvent(new Event('statechange'));
          });
          return registration;
        },
        getRegistration: async () => (isRegistered ? registration : { ...registration, scope: 'https://console.example/' }),
      },
    },
    Notification: { permission, requestPermission: async () => granted },
    PushManager: {},
  };
  return { page, calls, key: () => subscribed?.key };
}

it('[PUSH5] a browser subscribes at its push service with the key of the server, once its own worker runs', async () => {
  const { page, calls, key } = aBrowser();
  const push = createBrowserPush(page);
  expect([await push.state(), await push.registration()]).toEqual(['off', null]);
  const registered = await push.subscribe(KEY);
  expect(registered).toEqual({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, label: 'Firefox, Android' });
  expect(calls).toEqual(['/push.js /push/']);
  expect(key()).toEqual(new Uint8Array(65).fill(4));
  expect([await push.state(), await push.registration()]).toEqual(['on', registered]);
  // Again: a subscription that was made for another server ends.
  expect((await push.subscribe(KEY)).endpoint).toBe('https://push.example/2');
  await push.unsubscribe();
  expect(await push.state()).toBe('off');
});

it('[PUSH5] a missing feature of a browser, or a refusal by its person, is named', async () => {
  const { page } = aBrowser();
  const without = (name: 'Notification' | 'PushManager') => createBrowserPush({ ...page, [name]: undefined });
  expect(await without('Notification').state()).toBe('unsupported');
  expect(await without('PushManager').state()).toBe('unsupported');
  expect(await createBrowserPush({ ...page, navigator: { userAgent: '' } }).state()).toBe('unsupported');
  expect(await createBrowserPush(aBrowser({ permission: 'denied' }).page).state()).toBe('blocked');
  await expect(createBrowserPush(aBrowser({ granted: 'denied' }).page).subscribe(KEY)).rejects.toThrow('not allowed');
  await expect(createBrowserPush({ ...page, navigator: { userAgent: '' } }).subscribe(KEY)).rejects.toThrow('no push service');
  await createBrowserPush({ ...page, navigator: { userAgent: '' } }).unsubscribe();
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19 like Mac OS X) AppleWebKit/605 Version/19 Mobile Safari/604', 'Safari, iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 'Chrome, Linux'],
  ['Something/1', 'Browser'],
])('[PUSH5] %s is called %s', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label);
});

it('[PUSH3] [PUSH4] a message is shown with its tag and its page; without a sound where it replaces one', () => {
  const sent = {
    tag: 'site:1',
    title: 'Lumion 01 is in error',
    body: 'Docking failed',
    url: '/device/detail?device_serial=1',
    silent: false,
    at: 7,
  };
  expect(shownNotice(JSON.stringify(sent), 9)).toEqual({
    title: sent.title,
    options: { body: sent.body, tag: sent.tag, renotify: true, silent: false, timestamp: 7, data: { url: sent.url } },
  });
  expect(shownNotice(JSON.stringify({ ...sent, silent: true }), 9).options).toMatchObject({ renotify: false, silent: true });
});

it.each(['', '{', '[]', 'null', '"x"', '{"title":7,"tag":null,"url":7,"at":"x"}'])(
  '[PUSH4] a message that cannot be read, %j, still says that there is something to look at',
  (text) => {
    expect(shownNotice(text, 9)).toEqual({
      title: 'Something needs you',
      options: { body: '', tag: 'notice', renotify: true, silent: false, timestamp: 9, data: { url: '/' } },
    });
  },
);

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', undefined])(
  '[PUSH4] a notification leads to no other site: %j',
  (url) => {
    expect(pageOf({ url })).toBe('/');
    expect(pageOf(null)).toBe('/');
  },
);

it('[PUSH15] a browser subscribes again without a question, where its person allowed it', async () => {
  const asking = () => Promise.reject(new Error('asked'));
  const allowed = aBrowser({ permission: 'granted' }).page;
  const push = createBrowserPush({ ...allowed, Notification: { permission: 'granted', requestPermission: asking } });
  expect(await push.resubscribe(KEY)).toMatchObject({ endpoint: 'https://push.example/1' });
  expect(await push.state()).toBe('on');
  expect(await createBrowserPush(aBrowser().page).resubscribe(KEY)).toBeNull();
});

it('[PUSH15] two tabs that start together subscribe once', async () => {
  const { page, calls } = aBrowser({ permission: 'granted' });
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    request: <T>(_: string, run: () => Promise<T>) => {
      const next = last.then(run);
      last = next;
      return next;
    },
  };
  const tab = () => createBrowserPush({ ...page, navigator: { ...page.navigator, locks } }).resubscribe(KEY);
  const [one, other] = await Promise.all([tab(), tab()]);
  expect(one).toEqual(other);
  expect(calls).toEqual(['/push.js /push/']);
});

it('[PUSH15] the worker subscribes again with the key of before, unless the browser did so itself or does not say', () => {
  const oldSubscription = { options: { userVisibleOnly: true } };
  expect(optionsToRenew({ oldSubscription })).toEqual({ userVisibleOnly: true });
  expect(optionsToRenew({ oldSubscription, newSubscription: {} })).toBeNull();
  expect(optionsToRenew({ oldSubscription: null })).toBeNull();
  expect(optionsToRenew({})).toBeNull();
});
