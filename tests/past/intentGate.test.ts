import { expect, it } from 'vitest';
import { postReviewEpisode } from '#contract/history';
import { createIntentGate } from '#past/moments/intentGate';
import type { Intent } from '#streams/intent';

const request = (call: string) => ({ call, params: {}, query: {} });
const opens = (call: string, everyMs: number | null = 5_000): Intent => ({ kind: 'query.subscribed', request: request(call), everyMs });
const closes = (call: string, everyMs: number | null = 5_000): Intent => ({ kind: 'query.unsubscribed', request: request(call), everyMs });
const once = (call: string): Intent => ({ kind: 'query.requested', request: request(call) });

function gated() {
  const given: Intent[] = [];
  return { given, gate: createIntentGate((intent) => given.push(intent)) };
}

it('[PAST2] live, every intent passes', () => {
  const { given, gate } = gated();
  [opens('GET a'), once('GET b'), closes('GET a')].forEach(gate.sendIntent);
  expect(given).toEqual([opens('GET a'), once('GET b'), closes('GET a')]);
});

it('[PAST2] [PAST3] a way into the past and back on the same screen is nothing to the live session', () => {
  const { given, gate } = gated();
  gate.close();
  [closes('GET a'), closes('GET b', null), once('GET c'), { kind: 'route.entered', path: '/x' } as const].forEach(gate.sendIntent);
  [opens('GET b', null), opens('GET a')].forEach(gate.sendIntent);
  gate.hold();
  gate.open();
  expect(given).toEqual([]);
});

const command = (name: 'stop' | 'takeControl'): Intent => ({
  kind: 'command.requested',
  command: name,
  request: request('POST x'),
  serial: 'LF-01',
  deviceName: 'Anna',
});
const alert = (text: string): Intent => ({ kind: 'alert.raised', tone: 'warning', text });
const write: Intent = { kind: 'query.requested', request: request(postReviewEpisode.name) };

it.each([
  ['a stop', command('stop'), [command('stop')]],
  ['another command', command('takeControl'), [alert('Not sent: you are looking at the past')]],
  ['a change', write, [alert('Not sent: you are looking at the past')]],
  ['a read', once('GET b'), []],
  ['an alert', alert('Saved'), [alert('Saved')]],
  ['the end of a request', { kind: 'query.cancelled', request: request(postReviewEpisode.name) } as const, 'the same'],
])('[PAST33] of what was begun live and is confirmed in the past, %s is sent, or an alert says that it is not', (_, intent, sent) => {
  const { given, gate } = gated();
  gate.close();
  gate.sendIntent(intent);
  expect(given).toEqual(sent === 'the same' ? [intent] : sent);
});

it('[PAST33] what is confirmed by a view of the past itself says that it is not sent', () => {
  const { given, gate } = gated();
  gate.close();
  gate.refuse();
  expect(given).toEqual([alert('Not sent: you are looking at the past')]);
});

it('[PAST34] what the views send when they return is sent after their subscriptions', () => {
  const { given, gate } = gated();
  const entered: Intent = { kind: 'route.entered', path: '/users' };
  gate.close();
  gate.hold();
  [entered, opens('GET a'), alert('The user is saved'), once('GET users')].forEach(gate.sendIntent);
  expect(given).toEqual([]);
  gate.hold();
  gate.open();
  expect(given).toEqual([opens('GET a'), entered, alert('The user is saved'), once('GET users')]);
  gate.hold();
  gate.sendIntent(write);
  expect(given).toHaveLength(5);
});

it('[PAST34] when a moment comes up while the views return, a stop is sent, a change says that it is not, and the gate stays closed', () => {
  const { given, gate } = gated();
  gate.close();
  gate.hold();
  [{ kind: 'route.entered', path: '/users' } as const, write, command('stop')].forEach(gate.sendIntent);
  expect(given).toEqual([command('stop')]);
  gate.close();
  gate.open();
  gate.sendIntent(once('GET b'));
  expect(given).toEqual([command('stop'), alert('Not sent: you are looking at the past')]);
});

it('[PAST3] back on another screen it subscribes to what that one shows, and unsubscribes from what is gone', () => {
  const { given, gate } = gated();
  gate.close();
  [closes('GET a'), closes('GET a'), closes('GET shared')].forEach(gate.sendIntent);
  [opens('GET shared'), opens('GET b', 1_000)].forEach(gate.sendIntent);
  expect(given).toEqual([]);
  gate.hold();
  gate.open();
  expect(given).toEqual([closes('GET a'), closes('GET a'), opens('GET b', 1_000)]);
  gate.sendIntent(once('GET b'));
  expect(given).toHaveLength(4);
});

it('[PAST3] the same call with another interval is another subscription', () => {
  const { given, gate } = gated();
  gate.close();
  [closes('GET a', 5_000), opens('GET a', 1_000)].forEach(gate.sendIntent);
  gate.hold();
  gate.open();
  expect(given).toEqual([closes('GET a', 5_000), opens('GET a', 1_000)]);
});
