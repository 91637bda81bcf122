import { firstValueFrom, VirtualTimeScheduler, type SchedulerLike } from 'rxjs';
import { expect, it } from 'vitest';
import { documentedClaims } from '#contract/config';
import { isNewer, readSignedUser, tokensIn, withSignInNote } from '#edge/signedUser';
import { FakeBrowser, userText, type TabStorage } from './fakeTabs.ts';

const renewed = (rot: number) => ({ kind: 'renewed' as const, text: userText({ rot, expiresAt: 2_000 }) });

async function fiveTabs() {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const storages = Array.from({ length: 5 }, (): TabStorage => ({ text: userText({ rot: 0 }) }));
  const tabs = [];
  for (const [at, storage] of storages.entries()) tabs.push(await browser.open(`tab${at}`, clock, storage));
  return { browser, clock, storages, tabs };
}

it('[SIGN-033] five tabs that renew at the same moment spend one token and all have the new one', async () => {
  const { browser, storages, tabs } = await fiveTabs();
  browser.answer = async () => renewed(1);
  const worked = await Promise.all(tabs.map((tab) => firstValueFrom(tab.renew())));
  expect(worked).toEqual(Array.from({ length: 5 }, () => 'renewed'));
  expect(browser.refreshes).toBe(1);
  for (const storage of storages) expect(tokensIn(storage.text ?? '')).toEqual(tokensIn(renewed(1).text));
  for (const tab of tabs) expect(tab.token()?.expiresAt).toBe(2_000_000);
});

it('[SIGN-033] a tab that asks twice at once renews once, and again when asked later', async () => {
  const { browser, tabs } = await fiveTabs();
  const [tab] = tabs;
  browser.answer = async () => renewed(1);
  await Promise.all([firstValueFrom(tab!.renew()), firstValueFrom(tab!.renew())]);
  expect(browser.refreshes).toBe(1);
  browser.answer = async () => renewed(2);
  expect(await firstValueFrom(tab!.renew())).toBe('renewed');
  expect(browser.refreshes).toBe(2);
});

it('[SIGN-033] a renewal that could not be asked for keeps the sign-in', async () => {
  const { tabs } = await fiveTabs();
  expect(await firstValueFrom(tabs[0]!.renew())).toBe('unreachable');
  expect(tabs[0]!.token()).not.toBeNull();
});

it('[SIGN-033] a refused renewal signs every tab out', async () => {
  const { browser, storages, tabs } = await fiveTabs();
  browser.answer = async () => ({ kind: 'refused' });
  expect(await firstValueFrom(tabs[0]!.renew())).toBe('refused');
  for (const tab of tabs) expect(tab.token()).toBeNull();
  for (const storage of storages) expect(storage.text).toBeNull();
});

it('[SIGN-033] a refused renewal takes the token of a tab that renewed meanwhile', async () => {
  const { browser, tabs } = await fiveTabs();
  browser.answer = async () => {
    browser.popup = () => ({ kind: 'signed-in', text: renewed(1).text });
    await tabs[1]!.signIn('an@serrarobotics.example');
    return { kind: 'refused' };
  };
  expect(await firstValueFrom(tabs[0]!.renew())).toBe('renewed');
  expect(tabs[0]!.token()?.expiresAt).toBe(2_000_000);
});

it('[SIGN-033] a new tab is signed in by the others, a duplicated one joins them', async () => {
  const { browser, clock, tabs } = await fiveTabs();
  browser.answer = async () => renewed(1);
  await firstValueFrom(tabs[0]!.renew());
  const fresh = await browser.open('fresh', clock, { text: null });
  const copy = await browser.open('copy', clock, { text: userText({ rot: 0 }) });
  expect([fresh.token()?.expiresAt, copy.token()?.expiresAt]).toEqual([2_000_000, 2_000_000]);
  expect(browser.refreshes).toBe(1);
});

it('[CONST-023] [SIGN-033] renews 300 s after the token was given, and 20 s after a failure', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  // Given at 0, ends at 360 s.
  const tab = await browser.open('one', clock, { text: userText({ rot: 0, expiresAt: 360 }) });
  const asked: number[] = [];
  browser.answer = async () => {
    asked.push(clock.now());
    return { kind: 'failed' };
  };
  const stop = tab.upkeep$.subscribe();
  for (const at of [299_999, 300_000, 319_999, 320_000]) {
    clock.maxFrames = at;
    clock.flush();
    await firstValueFrom(tab.profile$);
    await new Promise(setImmediate);
  }
  expect(asked).toEqual([300_000, 320_000]);
  stop.unsubscribe();
});

it('[SIGN-033] a sign-in that ran out while the tab slept is renewed before anything is asked', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  clock.schedule(() => undefined, 400_000);
  clock.flush();
  browser.answer = async () => renewed(1);
  const tab = await browser.open('one', clock, { text: userText({ rot: 0, expiresAt: 360 }) });
  expect(browser.refreshes).toBe(1);
  expect(tab.token()?.expiresAt).toBe(2_000_000);
});

it('[SIGNIN1] a sign-in that is cancelled after its popup ended signs nobody in', async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  const giveUp = new AbortController();
  let checked: (mfaEnabled: boolean) => void = () => undefined;
  const mfaEnabled = new Promise<boolean>((resolve) => (checked = resolve));
  const end = tab.signIn('an@serrarobotics.example', { signal: giveUp.signal, mfaEnabled });
  giveUp.abort();
  checked(true);
  expect(await end).toEqual({ kind: 'cancelled' });
  expect(tab.token()).toBeNull();
});

it('[TOKEN1] a token given by a clock that was an hour ahead is renewed at once, and from then on every 300 s', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const early = withSignInNote(userText({ rot: 0, expiresAt: 3_960 }), { email: '', given_at: 3_600_000, mfa_pending: false, me: null });
  browser.answer = async () => renewed(1);
  const tab = await browser.open('one', clock, { text: early });
  expect(browser.refreshes).toBe(1);
  browser.answer = async () => ({ kind: 'failed' });
  const again = await browser.open('two', clock, {
    text: withSignInNote(userText({ rot: 0 }), { email: '', given_at: 3_600_000, mfa_pending: false, me: null }),
  });
  expect(again.token()?.value).toBe(tab.token()?.value);
  const alone = new FakeBrowser();
  const asked: number[] = [];
  alone.answer = async () => {
    asked.push(clock.now());
    return { kind: 'failed' };
  };
  const stuck = await alone.open('three', clock, { text: early });
  expect(asked).toEqual([0]);
  expect(stuck.token()).not.toBeNull();
});

it('[TOKEN3] an opaque token that is renewed after the clock was set back replaces the one of before, in every tab', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  // A response without an ID token leaves the claims as they were.
  const opaque = (name: string) => JSON.stringify({ ...JSON.parse(userText({ rot: 0 })), access_token: name });
  const [one, two] = [await browser.open('one', clock, { text: null }), await browser.open('two', clock, { text: null })];
  browser.popup = () => ({ kind: 'signed-in', text: opaque('first') });
  clock.frame = 3_600_000;
  await one.signIn('an@serrarobotics.example');
  for (const name of ['second', 'third']) {
    clock.frame -= 1_000_000;
    browser.answer = async () => ({ kind: 'renewed', text: opaque(name) });
    expect(await firstValueFrom(two.renew())).toBe('renewed');
    await new Promise(setImmediate);
    expect([one.token()?.value, two.token()?.value]).toEqual([name, name]);
  }
  const late = await browser.open('late', clock, { text: null });
  expect(late.token()?.value).toBe('third');
});

it('[TOKEN3] a tab of an earlier version, which does not number its renewals, still hands its newer tokens on', () => {
  const user = (given_at: number, renewals?: number) => {
    const note = { email: '', given_at, mfa_pending: false, me: null, ...(renewals === undefined ? {} : { renewals }) };
    const read = readSignedUser(withSignInNote(userText({ rot: 0 }), note), documentedClaims);
    if (read === null) throw new Error('no user');
    return read;
  };
  expect(isNewer(user(2_000), user(1_000, 7))).toBe(true);
  expect(isNewer(user(1_000, 7), user(2_000))).toBe(false);
  expect(isNewer(user(1_000, 8), user(2_000, 7))).toBe(true);
});

it('[SIGNIN2] another person who signs in in another tab takes the place of the former one as after a sign-out', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const [one, two] = [
    await browser.open('one', clock, { text: userText({ rot: 0 }) }),
    await browser.open('two', clock, { text: userText({ rot: 0 }) }),
  ];
  const names: (string | undefined)[] = [];
  one.profile$.subscribe((profile) => names.push(profile?.username));
  await two.drop();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0, authTime: 200, username: 'bert' }) });
  await two.signIn('bert@serrarobotics.example');
  await new Promise(setImmediate);
  expect(names).toEqual(['an', undefined, 'bert']);
});

it('[SIGNIN2] a person whom the server names otherwise than the claims, once it answers, is the same person', async () => {
  const browser = new FakeBrowser();
  const withSubject = (rot: number) => {
    const user = JSON.parse(userText({ rot }));
    return JSON.stringify({ ...user, profile: { ...user.profile, sub: '4711' } });
  };
  browser.popup = () => ({ kind: 'signed-in', text: withSubject(0) });
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  await tab.signIn('an@serrarobotics.example');
  const names: (string | undefined)[] = [];
  tab.profile$.subscribe((profile) => names.push(profile?.username));
  browser.whoIs = async () => ({ ...me, username: 'an.verhoeven' });
  browser.answer = async () => ({ kind: 'renewed', text: withSubject(1) });
  await firstValueFrom(tab.renew());
  expect(names).toEqual(['an', 'an.verhoeven']);
});

it('[STOPWAY8] a sign-in waits longer for the profile than a renewal, which has the earlier one', async () => {
  const browser = new FakeBrowser();
  const waits: number[] = [];
  browser.whoIs = async (_, patienceMs) => {
    waits.push(patienceMs);
    return me;
  };
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  await tab.signIn('an@serrarobotics.example');
  browser.answer = async () => renewed(1);
  await firstValueFrom(tab.renew());
  expect(waits).toEqual([30_000, 5_000]);
});

it('[STOPWAY8] renewals in the pause ask no other tab: a tab that is frozen would hold up an urgent one behind them', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const tab = await browser.open('one', clock, { text: userText({ rot: 0 }) });
  browser.answer = async () => ({ kind: 'failed' });
  await firstValueFrom(tab.renew());
  let turns = 0;
  const { runExclusively } = browser.locks;
  Object.assign(browser.locks, {
    runExclusively: (name: string, work: () => Promise<unknown>) => {
      turns += 1;
      return runExclusively(name, work);
    },
  });
  expect(await Promise.all(Array.from({ length: 20 }, () => firstValueFrom(tab.renew())))).toEqual(Array(20).fill('unreachable'));
  browser.answer = async () => renewed(1);
  expect(await firstValueFrom(tab.renew({ isUrgent: true }))).toBe('renewed');
  expect(turns).toBe(1);
});

it.each([{ kind: 'cancelled' as const }, { kind: 'blocked' as const }, { kind: 'failed' as const, text: 'no network' }])(
  '[SIGN-014] a sign-in that ends as $kind is a value and changes nothing',
  async (end) => {
    const browser = new FakeBrowser();
    browser.popup = () => end;
    const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
    expect(await tab.signIn('an@serrarobotics.example')).toEqual(end);
    expect(tab.token()).toBeNull();
  },
);

it('[SIGN-014] a sign-in signs the other tabs in too; log-out and only log-out ends it everywhere', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const [one, two] = [await browser.open('one', clock, { text: null }), await browser.open('two', clock, { text: null })];
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  expect(await one.signIn('an@serrarobotics.example')).toMatchObject({ kind: 'signed-in', profile: { username: 'an' } });
  expect((await firstValueFrom(two.profile$))?.email).toBe('an@serrarobotics.example');
  await one.drop();
  expect([one.token(), two.token() === null]).toEqual([null, false]);
  await two.signOut();
  expect(two.token()).toBeNull();
  const late = await browser.open('late', clock, { text: null });
  expect(late.token()).toBeNull();
});

it.each(['nobody', 'one', 'another tab'])(
  '[SIGN-014] a tab that is busy for longer than a new one waits signs it in when it answers, unless the sign-in was ended meanwhile, here by %s',
  async (ends) => {
    const browser = new FakeBrowser();
    const clock = new VirtualTimeScheduler();
    await browser.open('busy', clock, { text: userText({ rot: 0 }) });
    const other = await browser.open('other', clock, { text: userText({ rot: 0 }) });
    const held: (() => void)[] = [];
    browser.deliver = (to, call) => (to === 'one' ? queueMicrotask(call) : held.push(call));
    const opening = browser.open('one', clock, { text: null });
    await new Promise(setImmediate);
    clock.flush();
    const one = await opening;
    expect(one.token()).toBeNull();
    if (ends === 'one') await one.signOut();
    if (ends === 'another tab') await other.signOut();
    await new Promise(setImmediate);
    for (const call of held) call();
    await new Promise(setImmediate);
    expect(one.token() === null).toBe(ends !== 'nobody');
  },
);

it('[SIGN-014] an answer that names nobody is a failure in words', async () => {
  const browser = new FakeBrowser();
  browser.popup = () => ({ kind: 'signed-in', text: '{"access_token":"x"}' });
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  expect(await tab.signIn('a@b.example')).toMatchObject({ kind: 'failed' });
});

const unrenewable = (text: string) => JSON.stringify({ ...JSON.parse(text), refresh_token: undefined });

it.each([
  [60, 50_000, 3_333],
  [360, 300_000, 20_000],
  [3_600, 300_000, 20_000],
])('[OIDC6] [CONST-023] a token of %d s is renewed after %d ms, and again %d ms later', async (lifeSeconds, firstMs, againMs) => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0, expiresAt: lifeSeconds }) });
  const tab = await browser.open('one', clock, { text: null });
  await tab.signIn('an@serrarobotics.example');
  const asked: number[] = [];
  browser.answer = async () => {
    asked.push(Math.floor(clock.now()));
    return { kind: 'failed' };
  };
  const stop = tab.upkeep$.subscribe();
  for (const at of [firstMs, firstMs + againMs + 1]) {
    clock.maxFrames = at;
    clock.flush();
    await firstValueFrom(tab.profile$);
    await new Promise(setImmediate);
  }
  expect(asked).toEqual([firstMs, firstMs + againMs]);
  stop.unsubscribe();
});

it('[OIDC7] a token without a refresh token is used to its end, and then people read why it ended', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  browser.popup = () => ({ kind: 'signed-in', text: unrenewable(userText({ rot: 0, expiresAt: 3_600 })) });
  const tab = await browser.open('one', clock, { text: null });
  await tab.signIn('an@serrarobotics.example');
  const ends: [number, string][] = [];
  const stop = tab.upkeep$.subscribe((text) => ends.push([clock.now(), text]));
  expect(await firstValueFrom(tab.renew())).toBe('refused');
  expect([browser.refreshes, tab.token()?.value]).toEqual([0, expect.any(String)]);
  clock.maxFrames = 3_600_000;
  clock.flush();
  expect(ends).toEqual([[3_600_000, 'Your sign-in has ended. Log in again.']]);
  stop.unsubscribe();
});

/** A clock like a browser's: a timer above 2^31 - 1 ms fires at once; while the computer sleeps, timers stand still. */
function browserClock(clock: VirtualTimeScheduler, slept: { readonly ms: number }): SchedulerLike {
  const schedule = clock.schedule.bind(clock);
  return Object.assign(clock, {
    now: () => clock.frame + slept.ms,
    schedule: (...[work, delay = 0, state]: Parameters<typeof schedule>) => schedule(work, delay > 2 ** 31 - 1 ? 1 : delay, state),
  });
}

const DAY_MS = 86_400_000;
it.each([
  ['an hour', 3_600_000, 0, 3_600_000],
  ['25 days, which a timer does not hold', 25 * DAY_MS, 0, 25 * DAY_MS],
  ['a year', 365 * DAY_MS, 0, 365 * DAY_MS],
  ['8 hours, over which the computer sleeps', 8 * 3_600_000, 10 * 3_600_000, 60_000],
])('[TOKEN4] a sign-in that cannot be renewed ends with its token of %s', async (_, lifeMs, sleepMs, endsAt) => {
  const browser = new FakeBrowser();
  const [clock, slept] = [new VirtualTimeScheduler(), { ms: 0 }];
  const text = unrenewable(userText({ rot: 0, expiresAt: lifeMs / 1_000 }));
  const tab = await browser.open('one', browserClock(clock, slept), { text });
  const ends: number[] = [];
  const stop = tab.upkeep$.subscribe(() => ends.push(clock.frame));
  slept.ms = sleepMs;
  clock.maxFrames = lifeMs;
  clock.flush();
  expect(ends).toEqual([endsAt]);
  stop.unsubscribe();
});

const me = {
  username: 'an',
  email: 'an@elsewhere.example',
  groups: ['user_type:organisation_user'],
  second_factor: true,
  rights: ['places'],
};

it('[OIDC8] [RIGHT2] the server says who it is and what it may do, before the claims; one that says nothing later is believed by its earlier answer', async () => {
  const browser = new FakeBrowser();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0, username: 'other' }) });
  browser.whoIs = async () => me;
  const storage: TabStorage = { text: null };
  const tab = await browser.open('one', new VirtualTimeScheduler(), storage);
  expect(await tab.signIn('typed@elsewhere.example')).toMatchObject({ kind: 'signed-in', profile: me });
  browser.whoIs = async () => null;
  browser.answer = async () => renewed(1);
  expect(await firstValueFrom(tab.renew())).toBe('renewed');
  expect(await firstValueFrom(tab.profile$)).toMatchObject(me);
  const reloaded = await browser.open('reloaded', new VirtualTimeScheduler(), storage);
  expect(await firstValueFrom(reloaded.profile$)).toMatchObject(me);
});

it('[SIGN-034] a person without a second factor lacks it after a reload, in a new tab and after a renewal, until it is set up', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  const storage: TabStorage = { text: null };
  const tab = await browser.open('one', clock, storage);
  const lacks = async (...tabs: readonly { readonly profile$: typeof tab.profile$ }[]) =>
    Promise.all(tabs.map(async ({ profile$ }) => (await firstValueFrom(profile$))?.second_factor));
  await tab.signIn('an@serrarobotics.example', { mfaEnabled: Promise.resolve(false) });
  const other = await browser.open('other', clock, { text: null });
  const reloaded = await browser.open('reloaded', clock, { text: storage.text });
  browser.answer = async () => renewed(1);
  await firstValueFrom(tab.renew());
  expect(await lacks(tab, other, reloaded)).toEqual([false, false, false]);
  browser.answer = async () => ({ kind: 'failed' });
  await tab.enrolled();
  await new Promise(setImmediate);
  expect(await lacks(tab, other, reloaded)).toEqual([true, true, true]);
});

it('[SIGN-034] [SIGN-026] a token that the server knows as half stays half until a renewed one is whole', async () => {
  const browser = new FakeBrowser();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  browser.whoIs = async () => ({ ...me, second_factor: false });
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  await tab.signIn('an@serrarobotics.example', { mfaEnabled: Promise.resolve(false) });
  await tab.enrolled();
  expect((await firstValueFrom(tab.profile$))?.second_factor).toBe(false);
  browser.answer = async () => renewed(1);
  browser.whoIs = async () => me;
  await tab.enrolled();
  expect((await firstValueFrom(tab.profile$))?.second_factor).toBe(true);
});

it('[SIGN-033] [RENEW1] while nobody answers a renewal, it is asked again with growing pauses, and the sign-in outlives its token', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const tab = await browser.open('one', clock, { text: userText({ rot: 0, expiresAt: 360 }) });
  const asked: number[] = [];
  browser.answer = async () => {
    asked.push(clock.now() / 1_000);
    return { kind: 'failed' };
  };
  // Ten polls a second are rejected, each asks for a renewal.
  for (const second of Array.from({ length: 600 }, (_, index) => index)) {
    clock.maxFrames = second * 1_000;
    clock.schedule(() => undefined, second * 1_000 - clock.now());
    clock.flush();
    await Promise.all(Array.from({ length: 10 }, () => firstValueFrom(tab.renew())));
  }
  expect(asked).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242, 302, 362, 422, 482, 542]);
  expect(tab.token()).not.toBeNull();
  browser.answer = async () => renewed(1);
  clock.maxFrames = 660_000;
  clock.schedule(() => undefined, 660_000 - clock.now());
  clock.flush();
  expect(await firstValueFrom(tab.renew())).toBe('renewed');
});

it('[STOPWAY8] a renewal for which a person waits is asked also in the pause after one that nobody answered', async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: userText({ rot: 0, expiresAt: 360 }) });
  browser.answer = async () => ({ kind: 'failed' });
  expect(await firstValueFrom(tab.renew())).toBe('unreachable');
  browser.answer = async () => renewed(1);
  expect(await firstValueFrom(tab.renew())).toBe('unreachable');
  expect(await firstValueFrom(tab.renew({ isUrgent: true }))).toBe('renewed');
});

it('[RENEW1] a clock that is set back does not make the pause longer', async () => {
  const browser = new FakeBrowser();
  const clock = new VirtualTimeScheduler();
  const setBack = { ms: 0 };
  const tab = await browser.open('one', Object.assign(Object.create(clock), { now: () => 7_200_000 + clock.now() - setBack.ms }), {
    text: userText({ rot: 0, expiresAt: 9_000 }),
  });
  browser.answer = async () => ({ kind: 'failed' });
  expect(await firstValueFrom(tab.renew())).toBe('unreachable');
  browser.answer = async () => renewed(1);
  expect(await firstValueFrom(tab.renew())).toBe('unreachable');
  setBack.ms = 3_600_000;
  expect(await firstValueFrom(tab.renew())).toBe('renewed');
});

it('[IDP3] a call that is refused for want of a second factor makes the console ask the server again, once per token', async () => {
  const browser = new FakeBrowser();
  browser.popup = () => ({ kind: 'signed-in', text: userText({ rot: 0 }) });
  const tab = await browser.open('one', new VirtualTimeScheduler(), { text: null });
  await tab.signIn('an@serrarobotics.example');
  // The first question was not answered: the claims decide, and the console opens.
  expect((await firstValueFrom(tab.profile$))?.second_factor).toBe(true);
  await tab.recheck();
  expect((await firstValueFrom(tab.profile$))?.second_factor).toBe(true);
  const asked: unknown[] = [];
  browser.whoIs = async (tokens) => {
    asked.push(tokens);
    return { ...me, second_factor: false };
  };
  const before = tab.token();
  await Promise.all([tab.recheck(), tab.recheck()]);
  await tab.recheck();
  expect(asked).toEqual([{ accessToken: before?.value, idToken: null }]);
  expect((await firstValueFrom(tab.profile$))?.second_factor).toBe(false);
  expect(tab.token()).toEqual(before);
});
