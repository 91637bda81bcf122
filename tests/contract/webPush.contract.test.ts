import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getMobilePushState,
  getNotificationSettings,
  getPushReceivers,
  postNotificationSettings,
  postPushReceiver,
  postRemovePushReceiver,
  postTestPush,
} from '#contract/notification';
import { postCreateUser, postDeleteUser, postDisableUser, postEnableUser, postUpdateUser } from '#contract/user';
import { getErrorCodes } from '#contract/errorCode';
import type { WireState } from '#contract/fleet/state';
import { changeAccess, removePushes } from '#server/notifications/receivers';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { openPushEndpoint, type PushBrowser, type PushEndpoint } from '../support/pushEndpoint.ts';
import { startSeededServer, startTestServer, type TestServer, testSettings } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const IDLE: WireState = { current_state: 'waiting_for_task' };
const ERROR: WireState = { current_state: 'error', error_code: '0x0A010023' };
const LUMION = 'LF-0140-23';
const DIVO = 'DV-0105';
/** All of one place. */
const SITE = ['LF-0140-23', 'LF-0141-23', 'LF-0142-23', 'LF-0143-23'];

let service: PushEndpoint;
let server: TestServer;
beforeAll(async () => {
  service = await openPushEndpoint();
  server = await startSeededServer(undefined, { settings: testSettings({ PUSH_HOSTS: service.host }), hasCables: true });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const tokenOf = (username: string, groups = staff) => server.identity.issue(groups, { username });
const receivers = (token: string) => answerOf(server.address, getPushReceivers, { token });
const post = (call: Parameters<typeof ask>[1], token: string, body: unknown) => ask(server.address, call, { token, body });
const choose = (token: string, serials: readonly string[], mobile_push = true) =>
  answerOf(server.address, postNotificationSettings, { token, body: Object.fromEntries(serials.map((one) => [one, { mobile_push }])) });

/** Registers a browser of a person; returns it with its id. */
async function register(token: string, label = 'Firefox', locale?: string): Promise<PushBrowser & { readonly id: string }> {
  const browser = service.subscribe((await receivers(token)).public_key);
  const { id } = await answerOf(server.address, postPushReceiver, { token, body: { ...browser.registration, label, locale } });
  return { ...browser, id };
}

it('[PUSH5] [CALL-030] a browser is registered, renewed, listed and removed, by its person alone', async () => {
  const anna = tokenOf('anna');
  const first = await register(anna);
  expect(await answerOf(server.address, getMobilePushState, { token: anna })).toEqual({ nr_active_subscriptions: 1 });
  const again = await answerOf(server.address, postPushReceiver, { token: anna, body: { ...first.registration, label: 'Chrome' } });
  expect(again.id).toBe(first.id);
  expect((await receivers(anna)).results).toEqual([
    { id: first.id, label: 'Chrome', created_at: expect.any(String), renewed_at: expect.any(String) },
  ]);
  const bert = tokenOf('bert');
  expect((await receivers(bert)).results).toEqual([]);
  for (const call of [postRemovePushReceiver, postTestPush])
    expect(await post(call, bert, { id: first.id })).toMatchObject({ status: 404 });
  // A person who signs in at the same browser receives there from then on; the previous one does not.
  await answerOf(server.address, postPushReceiver, { token: bert, body: { ...first.registration, label: 'Chrome' } });
  expect((await receivers(anna)).results).toEqual([]);
  expect(await post(postRemovePushReceiver, bert, { id: first.id })).toMatchObject({ status: 200, answer: { success: true } });
  expect((await receivers(bert)).results).toEqual([]);
});

it('[PUSH5] the keys of the server stay, and neither its private key nor a browser’s keys are readable in the database', async () => {
  const token = tokenOf('anna');
  const { registration } = await register(token);
  expect((await receivers(tokenOf('bert'))).public_key).toBe((await receivers(token)).public_key);
  const database = openTestDatabase(server.databaseUrl);
  const rows = [
    await database.selectFrom('push_receiver').selectAll().execute(),
    await database.selectFrom('push_key').selectAll().execute(),
  ];
  await database.destroy();
  expect(JSON.stringify(rows)).not.toContain(registration.keys.auth);
  expect(rows[1]).toMatchObject([{ sealed_private_key: expect.stringMatching(/^sealed:/) }]);
});

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
it.each([
  ['an address inside the network', { endpoint: 'https://10.0.0.7/push', keys, label: '' }],
  ['a host that ends like a push service', { endpoint: 'https://evil-push.apple.com.example/x', keys, label: '' }],
  ['a name and a password', { endpoint: 'https://a:b@fcm.googleapis.com/x', keys, label: '' }],
  ['a file', { endpoint: 'file:///etc/passwd', keys, label: '' }],
  ['no address', { endpoint: 'push', keys, label: '' }],
  ['no keys', { endpoint: 'https://fcm.googleapis.com/x', label: '' }],
  ['keys that are too short', { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'B', auth: 'A' }, label: '' }],
  ['a label too long', { endpoint: 'https://fcm.googleapis.com/x', keys, label: 'x'.repeat(101) }],
])('[PUSH5] %s is refused', async (_, body) => {
  const token = tokenOf('carla');
  expect(await post(postPushReceiver, token, body)).toMatchObject({ ok: false, status: 400 });
  expect((await receivers(token)).results).toEqual([]);
});

it('[PUSH5] of one person at most twenty browsers are registered, and an older one makes room', async () => {
  const token = tokenOf('dirk');
  const ids = [];
  for (let count = 0; count < 20; count += 1) ids.push((await register(token)).id);
  const one = service.subscribe((await receivers(token)).public_key);
  expect(await post(postPushReceiver, token, { ...one.registration, label: '' })).toMatchObject({ ok: false, status: 409 });
  await answerOf(server.address, postRemovePushReceiver, { token, body: { id: ids[0] ?? '' } });
  expect(await post(postPushReceiver, token, { ...one.registration, label: '' })).toMatchObject({ status: 200 });
});

/** Adds a person of De Linde with a registered browser and a selected device. */
async function added(name: string) {
  const email = `${name}@delinde.example`;
  const organisation_id = 'org-de-linde';
  const person = { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id };
  await answerOf(server.address, postCreateUser, { token: tokenOf('eye'), body: person });
  const token = tokenOf(email, userOf('de-linde'));
  await choose(token, [LUMION]);
  await register(token);
  return { person, token };
}

it.each([
  ['deleted', postDeleteUser, 0],
  ['blocked', postDisableUser, 1],
] as const)('[PUSH7] the browsers of a person who is %s receive nothing more', async (word, call, selected) => {
  const { person, token } = await added(`gone-${word}`);
  await answerOf(server.address, call, { token: tokenOf('eye'), body: { email: person.email } });
  expect((await receivers(token)).results).toEqual([]);
  const { settings } = await answerOf(server.address, getNotificationSettings, { token });
  expect(Object.values(settings).filter((one) => one?.mobile_push === true)).toHaveLength(selected);
});

it('[PUSH7] the browsers of a person who is moved receive what the new organisation may see', async () => {
  const { person, token } = await added('moved');
  await answerOf(server.address, postUpdateUser, { token: tokenOf('eye'), body: { ...person, organisation_id: 'org-hortus-noord' } });
  expect((await receivers(token)).results).toHaveLength(1);
  const database = openTestDatabase(server.databaseUrl);
  const row = database.selectFrom('push_receiver').select('groups').where('username', '=', person.email);
  const { groups } = await row.executeTakeFirstOrThrow();
  await database.destroy();
  expect(JSON.parse(groups)).toEqual(['user_type:organisation_user', 'organisation:hortus-noord']);
});

it.each([
  ['deleted', postDeleteUser],
  ['blocked', postDisableUser],
] as const)('[PUSH8] the token of a person who is %s registers no browser while it lasts', async (word, call) => {
  const { person, token } = await added(`again-${word}`);
  await answerOf(server.address, call, { token: tokenOf('eye'), body: { email: person.email } });
  const { registration } = service.subscribe((await receivers(token)).public_key);
  expect(await post(postPushReceiver, token, { ...registration, label: '' })).toMatchObject({ status: 403 });
  expect((await receivers(token)).results).toEqual([]);
  if (call === postDeleteUser) return;
  await answerOf(server.address, postEnableUser, { token: tokenOf('eye'), body: { email: person.email } });
  await register(token);
  expect((await receivers(token)).results).toHaveLength(1);
});

it('[PUSH8] a browser that is registered with a token of before a move receives nothing of the former organisation', async () => {
  const { person, token } = await added('moved-again');
  await answerOf(server.address, postUpdateUser, { token: tokenOf('eye'), body: { ...person, organisation_id: 'org-hortus-noord' } });
  const { id } = await register(token);
  const database = openTestDatabase(server.databaseUrl);
  const row = await database.selectFrom('push_receiver').select('groups').where('id', '=', id).executeTakeFirstOrThrow();
  await database.destroy();
  expect(JSON.parse(row.groups)).toEqual(['user_type:organisation_user']);
});

it.each([
  ['deleted and invited again', postDeleteUser],
  ['blocked, and unblocked at the provider', postDisableUser],
] as const)('[PUSH8] a token that is issued after its person was %s registers a browser', async (word, call) => {
  const { person } = await added(`later-${word.replaceAll(/\W/g, '-')}`);
  await answerOf(server.address, call, { token: tokenOf('eye'), body: { email: person.email } });
  const tokenAt = (issuedAt: number) => server.identity.issue(userOf('de-linde'), { username: person.email, issuedAt });
  const before = tokenAt(Date.now() - 60_000);
  const { registration } = service.subscribe((await receivers(before)).public_key);
  expect(await post(postPushReceiver, before, { ...registration, label: '' })).toMatchObject({ status: 403 });
  await register(tokenAt(Date.now() + 60_000));
});

it('[PUSH8] a token that is issued after a move registers a browser by its own groups', async () => {
  const { person } = await added('moved-at-the-provider');
  await answerOf(server.address, postUpdateUser, { token: tokenOf('eye'), body: { ...person, name: 'Joke' } });
  const issued = { username: person.email, issuedAt: Date.now() + 60_000 };
  const { id } = await register(server.identity.issue(userOf('hortus-noord'), issued));
  const database = openTestDatabase(server.databaseUrl);
  const row = await database.selectFrom('push_receiver').select('groups').where('id', '=', id).executeTakeFirstOrThrow();
  await database.destroy();
  expect(JSON.parse(row.groups)).toEqual(userOf('hortus-noord'));
});

it('[PUSH8] a change of an account waits for no other one', async () => {
  const database = openTestDatabase(server.databaseUrl);
  const former = { username: 'left-long-ago', groups: '[]', changed_at: new Date(Date.now() - 2 * 86_400_000) };
  await database.insertInto('push_access').values(former).execute();
  await database.transaction().execute(async (tx) => {
    await removePushes(tx, 'deleted');
    // As while the provider answers about the deleted person.
    await changeAccess(database, 'blocked', null);
  });
  const known = await database.selectFrom('push_access').select('username').orderBy('username').execute();
  expect(known).toEqual(expect.arrayContaining([{ username: 'blocked' }, { username: 'deleted' }]));
  await database.destroy();
});

it('[PUSH5] a browser is tried; one that its push service does not know any more is removed', async () => {
  const token = tokenOf('els');
  const browser = await register(token);
  expect(await post(postTestPush, token, { id: browser.id })).toMatchObject({ answer: { success: true } });
  expect(browser.received).toMatchObject([{ tag: 'test', title: 'Notifications arrive here' }]);
  expect(service.headersOf(browser)).toMatchObject({ ttl: '43200', urgency: 'high', 'content-encoding': 'aes128gcm' });
  service.answerWith(browser, 410);
  expect(await post(postTestPush, token, { id: browser.id })).toMatchObject({ answer: { success: false } });
  expect((await receivers(token)).results).toEqual([]);
});

it('[PUSH1] [PUSH3] [PUSH4] a chosen device that goes into error notifies who chose and may see it, once, and is replaced when it is over', async () => {
  const [admin, foreign, other] = [tokenOf('fien', adminOf('de-linde')), tokenOf('gust', adminOf('hortus-noord')), tokenOf('hugo')];
  const device = await server.device(LUMION);
  await device.report(IDLE);
  const [hers, his, unchosen] = [await register(admin), await register(foreign), await register(other)];
  await choose(admin, [LUMION]);
  await choose(foreign, [DIVO]);
  await device.report(ERROR);
  const [notice] = await until('the notice', () => (hers.received.length > 0 ? hers.received : null));
  expect(notice).toMatchObject({ title: 'Lumion 01 is in error', url: `/device/detail?device_serial=${LUMION}`, silent: false });
  expect(notice?.body.split('\n')).toEqual([expect.stringMatching(/^(?!in error|error 0x)\w+/), expect.any(String), LUMION]);
  await device.report(ERROR);
  await device.report(IDLE);
  const over = await until('that it is over', () => hers.received[1]);
  expect(over).toMatchObject({ tag: notice?.tag, silent: true });
  expect(hers.received).toHaveLength(2);
  expect([his.received, unchosen.received]).toEqual([[], []]);
});

it('[ERRLANG1] [PUSH4] a notice says what the code means in the language of its reader, where the catalogue has that, else for engineers', async () => {
  const token = tokenOf('lena');
  const device = await server.device('LF-0142-23');
  await device.report(IDLE);
  const [dutch, french, unsaid] = [await register(token, 'a', 'nl-BE'), await register(token, 'b', 'fr'), await register(token, 'c')];
  await choose(token, ['LF-0142-23']);
  await device.report(ERROR);
  const lines = [];
  for (const { received } of [dutch, french, unsaid]) lines.push((await until('the notice', () => received[0])).body.split('\n')[0]);
  const { error_codes } = await answerOf(server.address, getErrorCodes, { token });
  const { nl, development } = error_codes[ERROR.error_code ?? '']?.description ?? {};
  expect(lines).toEqual([nl, development, development]);
  expect(nl).not.toBe(development);
  await device.report(IDLE);
  await until('that it is over', () => dutch.received[1]);
});

it('[PUSH2] [PUSH3] devices of one place are one notice; late reports, a former error and who lost the right to them make none', async () => {
  const [ivo, jan] = [tokenOf('ivo', adminOf('de-linde')), tokenOf('jan', adminOf('hortus-noord'))];
  const devices = await Promise.all(SITE.map((serial) => server.device(serial)));
  const [broken] = devices;
  await Promise.all(devices.map((device) => device.report(device === broken ? ERROR : IDLE)));
  const his = await register(ivo);
  await choose(ivo, SITE);
  // The person's group is another one with the next registration.
  const lost = await register(tokenOf('jan', adminOf('de-linde')));
  await choose(tokenOf('jan', adminOf('de-linde')), SITE);
  await answerOf(server.address, postPushReceiver, { token: jan, body: { ...lost.registration, label: 'Firefox' } });
  const [, late, ...others] = devices;
  await late?.report(ERROR, { time: new Date(server.now() - 600_000).toISOString() });
  // The server's clock stands still until both are there: on a slow machine the first would be a notice of its own.
  server.clock.stoppedAt = Date.now();
  await Promise.all(others.map((device) => device.report(ERROR)));
  server.clock.stoppedAt = null;
  const notice = await until('the notice', () => his.received[0]);
  expect(notice.title).toMatch(new RegExp(`^${others.length} devices at .+ need you$`));
  await Promise.all(others.map((device) => device.report(IDLE)));
  await until('that it is over', () => his.received.some(({ title }) => title.endsWith(': over')));
  expect(his.received.filter(({ silent }) => !silent)).toHaveLength(1);
  expect(lost.received).toEqual([]);
});

it('[PUSH1] a device is not lost while no message of a device reaches the server, and a notice that could not be made is made at the next look', async () => {
  const token = tokenOf('lien');
  const device = await server.device(LUMION);
  const browser = await register(token);
  await device.report({ current_state: 'executing_task', current_task: 'uv_treatment' });
  await choose(token, [LUMION]);
  server.brokerCable.cut();
  await until('the server notices it', () => !server.server.isBrokerUp());
  // Not before: a look in between would find a device that has been silent for 20 s.
  server.clock.offsetMs += 20_000;
  server.brokerCable.heal();
  await until('the broker is back', () => server.server.isBrokerUp());
  const asked: string[] = [];
  const groupsOf = async (usernames: readonly string[]) => {
    asked.push(...usernames);
    if (asked.filter((name) => name === 'lien').length === 1) throw new Error('the accounts do not answer');
    return null;
  };
  Object.assign(server.identity, { groupsOf });
  await device.report(ERROR);
  expect(await until('the notice', () => browser.received[0])).toMatchObject({ title: 'Lumion 01 is in error' });
  expect(asked.filter((name) => name === 'lien').length).toBeGreaterThan(1);
  await device.report(IDLE);
  await until('that it is over', () => browser.received.some(({ title }) => title.endsWith(': over')));
  expect(browser.received).toHaveLength(2);
  await device.close();
});

it('[PUSH1] [PUSH3] a device that is lost during a treatment notifies; after a restart nothing is sent twice, and its return ends the notice', async () => {
  const token = tokenOf('karl');
  const device = await server.device(LUMION);
  const browser = await register(token);
  await device.report(IDLE);
  await choose(token, [LUMION]);
  await device.report({ current_state: 'executing_task', current_task: 'uv_treatment' });
  await device.close();
  server.clock.offsetMs += 60_000;
  expect(await until('the notice', () => browser.received[0])).toMatchObject({ title: 'Lumion 01 is lost during a treatment' });
  const { offsetMs } = server.clock;
  await server.close();
  server = await startTestServer(server.databaseUrl, undefined, { settings: testSettings({ PUSH_HOSTS: service.host }) });
  // The clock goes on: a report that is earlier than the last one, with a lower number, would be outdated.
  server.clock.offsetMs = offsetMs;
  const back = await server.device(LUMION);
  await back.report(IDLE);
  await until('that it is over', () => browser.received.find(({ title }) => title.endsWith(': over')));
  expect(browser.received).toHaveLength(2);
});
