import { expect, it } from 'vitest';
import { RenewPush } from '#app/console/RenewPush';
import { getPushReceivers, postPushReceiver } from '#contract/notification';
import { PUSH_ID, PushContext } from '#hooks/PushContext';
import type { BrowserPush } from '#streams/browserPush';
import type { Intent } from '#streams/intent';
import { waitFor } from '@testing-library/react';
import { answered, showing } from '../widgets/aConsole.tsx';

const registration = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, label: 'Firefox' };
const RENEWED = { ...registration, endpoint: 'https://push.example/2' };
const receiver = (id: string) => ({ id, label: 'Firefox', created_at: '2026-01-01T00:00:00Z', renewed_at: '2026-01-01T00:00:00Z' });

/** Starts a console in a browser that was registered as `one`; returns what it sends. */
function started(
  ids: readonly string[],
  registered: typeof registration | null = registration,
  {
    locale,
    before,
    isAllowed = true,
  }: { readonly locale?: string; readonly before?: readonly [string, string]; readonly isAllowed?: boolean } = {},
) {
  const intents: Intent[] = [];
  const asked: string[] = [];
  const stored = new Map([[PUSH_ID, 'one'], ...(before ? ([['push-registered', JSON.stringify(before)]] as const) : [])]);
  const get = (key: string) => stored.get(key) ?? null;
  const push: BrowserPush = {
    state: async () => 'on',
    subscribe: async () => registration,
    resubscribe: async (key) => {
      asked.push(`resubscribe ${key}`);
      return isAllowed ? RENEWED : null;
    },
    registration: async () => {
      asked.push('registration');
      return registered;
    },
    unsubscribe: async () => undefined,
  };
  showing(
    <PushContext value={push}>
      <RenewPush />
    </PushContext>,
    {
      events: [
        [1, { kind: 'session.opened', profile: { username: 'an', email: 'an@example.org', groups: [], locale, second_factor: true } }],
        [1, answered(getPushReceivers, { public_key: 'K', results: ids.map(receiver) })],
      ],
      browser: { get, newest: get, set: (key, value) => void stored.set(key, value) },
      intents,
    },
  );
  const sent = () =>
    intents.flatMap((one) => (one.kind === 'query.requested' && one.request.call === postPushReceiver.name ? [one.body] : []));
  return { asked, sent, stored };
}

it('[PUSH5] a browser that receives the person’s notifications registers again with a start', async () => {
  const { sent } = started(['two', 'one']);
  await waitFor(() => expect(sent()).toEqual([registration]));
});

it('[PUSH5] [ERRLANG1] it registers with the language of its person', async () => {
  const { sent } = started(['one'], registration, { locale: 'nl-BE' });
  await waitFor(() => expect(sent()).toEqual([{ ...registration, locale: 'nl-BE' }]));
});

it.each([
  ['was removed', []],
  ['is another person’s', ['two']],
])('[PUSH5] a browser that %s is left as it is', async (_, ids) => {
  const { asked, sent } = started(ids);
  await Promise.resolve();
  expect([asked, sent()]).toEqual([[], []]);
});

it.each([
  ['registers a new one', true, [RENEWED]],
  ['registers nothing where notifications are not allowed any more', false, []],
])('[PUSH15] a browser whose subscription is gone %s', async (_, isAllowed, expected) => {
  const { asked, sent } = started(['one'], null, { isAllowed });
  await waitFor(() => expect(asked).toEqual(['registration', 'resubscribe K']));
  await waitFor(() => expect(sent()).toEqual(expected));
});

it.each([
  ['whose subscription was replaced', RENEWED, [RENEWED]],
  ['whose subscription ended', null, [RENEWED]],
  ['that its person removed from another one, with its subscription as it was,', registration, []],
])('[PUSH15] a browser %s when the server does not know it any more', async (_, registered, expected) => {
  const { asked, sent } = started([], registered, { before: ['an', registration.endpoint] });
  await waitFor(() => expect(asked).toContain('registration'));
  await waitFor(() => expect(sent()).toEqual(expected));
});

it('[PUSH15] a browser that its person removed from another one forgets its registration', async () => {
  const { stored } = started([], registration, { before: ['an', registration.endpoint] });
  await waitFor(() => expect([...stored.values()]).toEqual(['', '']));
});

it('[PUSH15] a browser that was registered for another person is left as it is', async () => {
  const { asked, sent } = started([], RENEWED, { before: ['bo', registration.endpoint] });
  await Promise.resolve();
  expect([asked, sent()]).toEqual([[], []]);
});
