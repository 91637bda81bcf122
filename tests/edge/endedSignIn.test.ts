import { firstValueFrom, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { tokensIn } from '#edge/signedUser';
import { FakeBrowser, userText, type TabStorage } from './fakeTabs.ts';

const renewed = (rot: number) => ({ kind: 'renewed' as const, text: userText({ rot, expiresAt: 2_000 }) });

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const answer = new Promise<void>((resolve) => (open = resolve));
  return { answer, open: () => open() };
}

const settled = () => new Promise(setImmediate);

it.each([
  ['the token', 'here'],
  ['the token', 'in another tab'],
  ['the profile', 'here'],
  ['the profile', 'in another tab'],
])('[SIGNIN3] a log-out while a renewal waits for %s, %s, is not undone in any tab', async (waitsFor, where) => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const storages = Array.from({ length: 3 }, (): TabStorage => ({ text: userText({ rot: 0 }) }));
  const [one, two, three] = await Promise.all(storages.map((storage, at) => browser.open(`tab${at}`, clock, storage)));
  const waits = gate();
  browser.answer = () => (waitsFor === 'the token' ? waits.answer : Promise.resolve()).then(() => renewed(1));
  browser.whoIs = () => (waitsFor === 'the profile' ? waits.answer : Promise.resolve()).then(() => null);
  const end = firstValueFrom(one!.renew());
  await settled();
  expect(browser.refreshes).toBe(1);
  await (where === 'here' ? one! : two!).signOut();
  await settled();
  waits.open();
  expect(await end).toBe('refused');
  await settled();
  expect([one, two, three].map((tab) => tab?.token())).toEqual([null, null, null]);
  expect(storages.map(({ text }) => text)).toEqual([null, null, null]);
});

it.each([
  ['renewed', 'bert', 200],
  ['refused', 'bert', 200],
  ['renewed', 'an', 200],
  ['refused', 'an', 200],
  // Of a provider that does not say when a person signed in.
  ['renewed', 'bert', 100],
  ['refused', 'bert', 100],
])('[SIGNIN3] a renewal that ends as %s after the next sign-in, of %s, changes nothing of that', async (kind, username, authTime) => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const storages = [0, 1].map((): TabStorage => ({ text: userText({ rot: 7 }) }));
  const [one, two] = await Promise.all(storages.map((storage, at) => browser.open(`tab${at}`, clock, storage)));
  const waits = gate();
  browser.answer = () => waits.answer.then(() => (kind === 'renewed' ? { kind, text: userText({ rot: 8 }) } : { kind: 'refused' }));
  const end = firstValueFrom(one!.renew());
  await settled();
  await two!.signOut();
  await settled();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0, authTime, username }) });
  await two!.signIn(`${username}@serrarobotics.example`);
  await settled();
  const next = two!.token();
  waits.open();
  expect(await end).toBe('unreachable');
  await settled();
  expect([one?.token(), two?.token()]).toEqual([next, next]);
  expect(storages.map(({ text }) => tokensIn(text ?? '')?.accessToken)).toEqual([next?.value, next?.value]);
});

it('[SIGNIN3] a session that the server rejected while a renewal waits stays ended', async () => {
  const browser = new FakeBrowser();
  const storage: TabStorage = { text: userText({ rot: 0 }) };
  const tab = await browser.open('one', new VirtualTimeScheduler(), storage);
  const waits = gate();
  browser.answer = () => waits.answer.then(() => renewed(1));
  const end = firstValueFrom(tab.renew());
  await settled();
  await tab.drop();
  waits.open();
  expect(await end).toBe('refused');
  expect([tab.token(), storage.text]).toEqual([null, null]);
});

it('[SIGNIN3] a log-out while a tab asks the others for their users is not undone by what they answered', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const other = await browser.open('other', clock, { text: userText({ rot: 0 }) });
  await browser.open('busy', clock, { text: userText({ rot: 0 }) });
  const held: (() => void)[] = [];
  browser.deliver = (to, call) => (to === 'busy' ? held.push(call) : queueMicrotask(call));
  const opening = browser.open('one', clock, { text: null });
  // The other tab has answered, the busy one has not.
  await settled();
  await other.signOut();
  await settled();
  clock.flush();
  const one = await opening;
  expect(one.token()).toBeNull();
  for (const call of held) call();
  await settled();
  expect(one.token()).toBeNull();
});
