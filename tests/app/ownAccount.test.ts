import { BehaviorSubject, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { createOwnAccount } from '#app/console/ownAccount';
import { type AccountLine, getAccountPolicy } from '#contract/sessionAccount';
import { getAllDevices } from '#contract/devices/device';
import type { UploadState } from '#past/account/accountUpload';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { type EventPayload, type FleetEvent, keyOf } from '#streams/event';
import type { HttpRequest } from '#streams/ports';
import { eventsOf } from '../state/eventsOf.ts';
import { fakePorts, json } from '../support/fakePorts.ts';

afterEach(() => window.sessionStorage.clear());

const policy = (is_on: boolean, notice_seen_at: string | null): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getAccountPolicy.name, params: {}, query: {} }),
  call: getAccountPolicy.name,
  answer: { is_on, days: 30, notice_seen_at, organisations: [] },
});
const seen = policy(true, '2026-03-04T13:05:09Z');
const opened = (username: string): EventPayload => ({
  kind: 'session.opened',
  profile: { username, email: `${username}@example.org`, groups: [], second_factor: true },
});
const entered = (path: string, search = ''): EventPayload => ({ kind: 'route.entered', path, search });
const aList: EventPayload = {
  kind: 'request.succeeded',
  key: getAllDevices.name,
  call: getAllDevices.name,
  answer: { result: [{ serial: 'LF-01', name: 'Lumion 01' }] },
};

/** A console in the tab of this test. `remembered` is what the browser remembers. */
function aConsole(remembered = new Map<string, string>()) {
  const clock = new VirtualTimeScheduler();
  const store = createLogStore({ devTools: false });
  const events$ = new Subject<readonly FleetEvent[]>();
  const online$ = new BehaviorSubject(true);
  const answers: unknown[] = [];
  const ports = fakePorts(clock, {
    online$,
    answer: ({ body }) => of(json(answers.shift() ?? { result: true, is_shared: JSON.stringify(body)?.includes('"is_shared":true') })),
  });
  const account = createOwnAccount({
    ports,
    store,
    events$,
    remember: { get: (key) => remembered.get(key) ?? null, set: (key, value) => void remembered.set(key, value) },
    page: window,
    names: async () => ({ titles: new Map([['/dashboard', 'Dashboard']]), calls: new Map() }),
  });
  const learn = (...payloads: readonly EventPayload[]) => {
    const events = eventsOf(...payloads.map((payload) => [1, payload] as const));
    store.dispatch(eventsBatched(events));
    events$.next(events);
  };
  const states: UploadState[] = [];
  const running = account.state$.subscribe((state) => states.push(state));
  const pass = async (ms: number) => {
    // The names of screens come with the turns of a promise.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    clock.maxFrames = clock.frame + ms;
    clock.flush();
    clock.frame = clock.maxFrames;
  };
  const leave = () => {
    window.dispatchEvent(new Event('pagehide'));
    running.unsubscribe();
  };
  return { account, learn, pass, leave, states, answers, online$, sent: () => ports.asked.filter(({ method }) => method === 'POST') };
}
const idOf = (request: HttpRequest | undefined) => request?.address.split('/').at(-1);
const sequences = (request: HttpRequest | undefined) =>
  JSON.stringify(request?.body)
    .match(/(?<="sequence":)\d+/g)
    ?.map(Number);

it.each([
  ['off', policy(false, null)],
  ['on, and the notice was not seen', policy(true, null)],
])('[SACCT10] where accounts are %s, nothing is sent', async (_, known) => {
  const { learn, pass, sent, states } = aConsole();
  learn(opened('an'), known, entered('/dashboard'));
  await pass(600_000);
  expect([sent(), states.at(-1)]).toEqual([[], { kind: 'off' }]);
});

it('[SACCT10] once it is allowed, the session is sent from the shown screen on, shared only if its person says so', async () => {
  const remembered = new Map<string, string>();
  const { account, learn, pass, sent, states } = aConsole(remembered);
  learn(opened('an'), entered('/dashboard'), seen);
  await pass(10_000);
  expect(sent()).toMatchObject([
    { body: { is_shared: false, lines: [{ text: 'Signed in as an; recorded from here' }, { text: 'Dashboard', kind: 'screen' }] } },
  ]);
  account.setShared(true);
  await pass(0);
  expect(sent().at(-1)).toMatchObject({ body: { is_shared: true, lines: [] } });
  expect(states.at(-1)).toMatchObject({ kind: 'kept', id: idOf(sent()[0]) });
  // The next session of this person in this browser is shared from its begin, that of another one is not.
  const next = aConsole(remembered);
  next.learn(opened('an'), seen);
  await next.pass(10_000);
  expect(next.sent()[0]).toMatchObject({ body: { is_shared: true } });
  next.learn({ kind: 'session.closed' }, opened('bo'), seen);
  await next.pass(10_000);
  expect(next.sent()[1]).toMatchObject({ body: { is_shared: false } });
  expect(idOf(next.sent()[1])).not.toBe(idOf(next.sent()[0]));
});

it('[SACCT10] sharing that ended elsewhere ends here, also for later sessions; sharing that began elsewhere is of this session alone', async () => {
  for (const isShared of [false, true]) {
    const remembered = new Map<string, string>([['share-accounts.an', isShared ? 'no' : 'yes']]);
    const { account, learn, pass, sent, answers } = aConsole(remembered);
    const shown: boolean[] = [];
    answers.push({ result: true, is_shared: isShared });
    learn(opened('an'), entered('/dashboard'), seen);
    account.isShared$.subscribe((each) => shown.push(each));
    await pass(10_000);
    expect([shown, remembered.get('share-accounts.an')]).toEqual([[!isShared, isShared], 'no']);
    await pass(100_000);
    expect(sent()).toMatchObject([{ outlivesPage: true }]);
  }
});

it('[SACCT10] of an address it has neither an unknown page nor a device that the console does not list', async () => {
  const { learn, pass, sent } = aConsole();
  learn(opened('an'), seen, aList, entered('/dashboard', '?device_serial=LF-01'));
  await pass(1);
  learn(entered('/my secret', '?device_serial=hunter2'), entered('/dashboard', '?device_serial=hunter2'));
  await pass(10_000);
  const texts = JSON.stringify(sent()[0]?.body).match(/(?<="text":")[^"]+/g);
  expect(texts).toEqual(['Signed in as an; recorded from here', 'Dashboard, LF-01', 'Unknown page', 'Dashboard']);
});

it('[SACCT10] at a past moment, without a connection and after a sign-out nothing is sent', async () => {
  const { account, learn, pass, sent, online$ } = aConsole();
  learn(opened('an'), entered('/dashboard'), seen);
  account.setPast(true);
  await pass(100_000);
  online$.next(false);
  account.setPast(false);
  await pass(100_000);
  expect(sent()).toEqual([]);
  online$.next(true);
  expect(sent()).toHaveLength(1);
  learn(entered('/users'), { kind: 'session.closed' });
  await pass(100_000);
  expect(sent()).toHaveLength(1);
});

it('[SACCT11] a page that is loaded anew goes on with the account of the session, that of another person does not', async () => {
  const before = aConsole();
  before.learn(opened('an'), entered('/dashboard'), seen);
  await before.pass(10_000);
  before.leave();
  const after = aConsole();
  after.learn(opened('an'), entered('/users'), seen);
  await after.pass(10_000);
  expect(idOf(after.sent()[0])).toBe(idOf(before.sent()[0]));
  expect([sequences(before.sent()[0]), sequences(after.sent()[0])]).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(JSON.stringify(after.sent()[0]?.body)).toContain('Loaded the console again');
  after.leave();
  const other = aConsole();
  other.learn(opened('bo'), seen);
  await other.pass(10_000);
  expect(idOf(other.sent()[0])).not.toBe(idOf(before.sent()[0]));
});

it('[SACCT12] the lines of an account are read page by page, and are in no log', async () => {
  const { account, answers } = aConsole();
  const line = (sequence: number): AccountLine => ({ sequence, at: '2026-03-04T13:05:09Z', kind: 'screen', text: 'Users', outcome: '' });
  const all = Array.from({ length: 130 }, (_, sequence) => line(sequence));
  answers.push({ total: 130, results: all.slice(0, 100) }, { total: 130, results: all.slice(100) });
  expect(await account.readLines('s-1')).toEqual(all);
  answers.push({ total: 3, results: [] });
  expect(await account.readLines('s-1')).toEqual([]);
  answers.push('nonsense');
  await expect(account.readLines('s-1')).rejects.toThrow();
});
