import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getPushReceivers, postPushReceiver, postRemovePushReceiver, type PushReceiver } from '#contract/notification';
import { NotificationsScreen } from '#screens/profile/notifications/NotificationsScreen';
import { PUSH_ID, PushContext, type PushState } from '#hooks/PushContext';
import type { BrowserPush } from '#streams/browserPush';
import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { answered, showing } from '../../widgets/aConsole.tsx';

const receiver = (id: string, label: string): PushReceiver => ({
  id,
  label,
  created_at: '2026-01-01T00:00:00Z',
  renewed_at: '2026-01-02T00:00:00Z',
});
const known = (...results: readonly PushReceiver[]) => answered(getPushReceivers, { public_key: 'KEY', results });
const registration = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, label: 'Firefox, Android' };

interface Options {
  readonly state?: PushState;
  readonly refuses?: boolean;
  readonly receivers?: readonly PushReceiver[];
  readonly ownId?: string;
  readonly isPast?: boolean;
  readonly isReplay?: boolean;
  readonly features?: readonly 'web_push'[];
}

function notifications({
  state = 'off',
  refuses = false,
  receivers = [],
  ownId,
  isPast = false,
  isReplay = false,
  features = ['web_push'],
}: Options = {}) {
  const intents: Intent[] = [];
  const calls: string[] = [];
  const push: BrowserPush = {
    state: async () => state,
    subscribe: async (key) => {
      calls.push(`subscribe ${key}`);
      if (refuses) throw new Error('refused');
      return registration;
    },
    registration: async () => registration,
    resubscribe: async () => null,
    unsubscribe: async () => void calls.push('unsubscribe'),
  };
  const stored = new Map(ownId === undefined ? [] : [[PUSH_ID, ownId]]);
  const get = (key: string) => stored.get(key) ?? null;
  const { learn } = showing(
    <PushContext value={isReplay ? null : push}>
      <NotificationsScreen />
    </PushContext>,
    {
      address: '/profile/notifications',
      events: [[1, known(...receivers)]],
      features,
      browser: { get, newest: get, set: (key, value) => void stored.set(key, value) },
      ...(isPast ? {} : { intents }),
    },
  );
  const sent = (call: { readonly name: string }) =>
    intents.flatMap((intent) => (intent.kind === 'query.requested' && intent.request.call === call.name ? [intent.body] : []));
  return { stored, calls, sent, learn, user: userEvent.setup() };
}
const section = () => within(screen.getByRole('region', { name: 'Browsers that notify you' }));

it('[PUSH6] a browser is registered with the key of the server, when its person wants it', async () => {
  const { calls, sent, user } = notifications();
  await user.click(await section().findByRole('button', { name: 'Notify this browser' }));
  expect(calls).toEqual(['subscribe KEY']);
  expect(sent(postPushReceiver)).toEqual([registration]);
});

it('[PUSH6] [ANY12] a browser whose registration was accepted with an answer that cannot be read may be registered', async () => {
  const { learn, user } = notifications();
  await user.click(await section().findByRole('button', { name: 'Notify this browser' }));
  const about = { key: keyOf({ call: postPushReceiver.name, params: {}, query: {} }), call: postPushReceiver.name };
  learn([2, { kind: 'request.started', ...about }], [3, { kind: 'request.failed', ...about, failure: { status: 200, message: '' } }]);
  expect(section().getByText('The answer could not be read. This browser may be registered all the same.')).toBeVisible();
});

it('[PUSH6] a browser that refuses says so, and nothing is sent', async () => {
  const { sent, user } = notifications({ refuses: true });
  await user.click(await section().findByRole('button', { name: 'Notify this browser' }));
  await section().findByText(/This browser did not allow it/);
  expect(sent(postPushReceiver)).toEqual([]);
});

it.each([
  ['unsupported', /cannot receive notifications/],
  ['blocked', /are blocked in the settings of this browser/],
] as const)('[PUSH6] a browser that is %s says so without a button', async (state, text) => {
  notifications({ state });
  await section().findByText(text);
  expect(section().queryByRole('button')).toBeNull();
});

it('[PUSH6] the own browser is tried and ended; others are removed, each by its name', async () => {
  const { calls, sent, user } = notifications({
    state: 'on',
    ownId: 'one',
    receivers: [receiver('one', 'Firefox, Android'), receiver('two', 'Chrome, Windows'), receiver('three', '')],
  });
  await section().findByText('This browser (Firefox, Android) notifies you.');
  section().getByRole('button', { name: 'Send a test' });
  await user.click(section().getByRole('button', { name: 'Remove Chrome, Windows' }));
  expect([calls, sent(postRemovePushReceiver)]).toEqual([[], [{ id: 'two' }]]);
  section().getByRole('button', { name: 'Remove Browser' });
});

it('[PUSH6] [PUSH15] ending the own browser ends it at its push service too, and this browser forgets it', async () => {
  const { stored, calls, sent, user } = notifications({ state: 'on', ownId: 'one', receivers: [receiver('one', 'Firefox')] });
  await user.click(await section().findByRole('button', { name: 'Stop notifying' }));
  expect([calls, sent(postRemovePushReceiver)]).toEqual([['unsubscribe'], [{ id: 'one' }]]);
  expect([...stored.values()]).toEqual(['', '']);
});

it('[PUSH15] removing this browser, whose subscription ended, from the list makes it forget its registration', async () => {
  const { stored, sent, user } = notifications({ state: 'off', ownId: 'one', receivers: [receiver('one', 'Firefox')] });
  await user.click(await section().findByRole('button', { name: 'Remove Firefox' }));
  expect(sent(postRemovePushReceiver)).toEqual([{ id: 'one' }]);
  expect([...stored.values()]).toEqual(['', '']);
});

it('[PUSH6] one that the server does not know any more is registered anew', async () => {
  notifications({ state: 'on', ownId: 'gone', receivers: [] });
  await section().findByRole('button', { name: 'Notify this browser' });
});

it('[PUSH6] in the past nothing is registered; a server that does not announce it, and a replay, have no such section', async () => {
  const { user, sent } = notifications({ isPast: true, receivers: [receiver('two', 'Chrome')] });
  await user.click(await section().findByRole('button', { name: 'Remove Chrome' }));
  expect(sent(postRemovePushReceiver)).toEqual([]);
  for (const options of [{ features: [] }, { isReplay: true }] as const) {
    cleanup();
    notifications(options);
    expect(screen.queryByRole('region', { name: 'Browsers that notify you' })).toBeNull();
  }
});
