import { expect, it } from 'vitest';
import { getMobilePushState, getNotificationSettings, postNotificationSettings, postPushReceiver } from '#contract/notification';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const tokenOf = (username: string, groups = staff) => server.it().identity.issue(groups, { username });
const settingsOf = async (token: string) => (await answerOf(server.it().address, getNotificationSettings, { token })).settings;
const save = (token: string, body: unknown) => ask(server.it().address, postNotificationSettings, { token, body });
const on = { mobile_push: true };
const off = { mobile_push: false };

it('[CALL-028] [CALL-029] [OPEN-09] [OPEN-10] what is saved is answered, to its person alone; only the changed serials change', async () => {
  const anna = tokenOf('anna');
  expect(await settingsOf(anna)).toEqual({});
  expect(await save(anna, { 'LF-0140-23': on, 'DV-0105': on })).toMatchObject({ status: 200, answer: { success: true } });
  expect(await save(anna, { 'DV-0105': off })).toMatchObject({ status: 200 });
  expect(await settingsOf(anna)).toEqual({ 'LF-0140-23': on, 'DV-0105': off });
  expect(await settingsOf(tokenOf('bert'))).toEqual({});
});

it('[OPEN-10] [SEE1] a foreign serial is refused as an unknown one, and nothing is saved', async () => {
  const els = tokenOf('els', adminOf('de-linde'));
  const foreign = await save(els, { 'LF-0140-23': on, 'DV-0105': on });
  const unknown = await save(els, { 'LF-0140-23': on, 'DV-9999': on });
  expect(foreign).toMatchObject({ ok: false, status: 404 });
  expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
  expect(await settingsOf(els)).toEqual({});
});

it.each([
  ['a list', []],
  ['no setting', { 'LF-0140-23': true }],
  ['a text for a setting', { 'LF-0140-23': { mobile_push: 'yes' } }],
  ['no serial', { '': on }],
  ['a serial too long', { ['x'.repeat(300)]: on }],
  ['a device that sends none', { 'LF-0140-23': on, 'XC-0031-A': on }],
  ['a decommissioned device', { 'LF-0140-23': on, 'XA-0006': on }],
])('[OPEN-10] %s is a 400 and nothing is saved', async (_, body) => {
  const token = tokenOf('carla');
  expect(await save(token, body)).toMatchObject({ ok: false, status: 400 });
  expect(await settingsOf(token)).toEqual({});
});

it('[OPEN-10] nothing changed is saved as such', async () => {
  expect(await save(tokenOf('carla'), {})).toMatchObject({ status: 200, answer: { success: true } });
});

/** Puts eighty more robots into the database, and gives their serials. */
async function manyDevices(): Promise<readonly string[]> {
  const database = openTestDatabase(server.it().databaseUrl);
  const serials = Array.from({ length: 80 }, (_, at) => `LF-9${String(at).padStart(3, '0')}-26`);
  const like = { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', metadata_valid: true };
  await database
    .insertInto('device')
    .values(
      serials.map((serial) => ({
        ...like,
        serial,
        name: serial,
        client_name: null,
        hardware_revision_id: null,
        first_seen: null,
        last_seen: null,
        metadata: null,
      })),
    )
    .execute();
  await database.destroy();
  return serials;
}

it('[OPEN-10] [CONST-012] [PROF-017] [GAP-110] more than 75 are refused whole, also asked for at once from two consoles; giving up is not', async () => {
  const serials = await manyDevices();
  const token = tokenOf('dirk');
  const choose = (from: number, to: number, setting = on) =>
    save(token, Object.fromEntries(serials.slice(from, to).map((serial) => [serial, setting])));
  const countOn = async () => Object.values(await settingsOf(token)).filter((one) => one?.mobile_push).length;
  await until('the added devices are known', async () => (await choose(0, 80, off)).status === 200);
  expect(await choose(0, 76)).toMatchObject({
    ok: false,
    status: 400,
    error: 'Invalid: At most 75 devices can send notifications; these would be 76.',
  });
  expect(await countOn()).toBe(0);
  expect(await choose(0, 70)).toMatchObject({ status: 200 });
  const both = await Promise.all([choose(70, 74), choose(74, 78)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect(await countOn()).toBe(74);
  expect(await choose(0, 10, off)).toMatchObject({ status: 200 });
  expect(await countOn()).toBe(64);
});

it('[CALL-030] [OPEN-11] the subscriptions of the caller are counted', async () => {
  const countOf = (token: string) => answerOf(server.it().address, getMobilePushState, { token });
  const token = tokenOf('an.verhoeven');
  expect(await countOf(token)).toEqual({ nr_active_subscriptions: 0 });
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  for (const name of ['one', 'two']) {
    const body = { endpoint: `https://fcm.googleapis.com/${name}`, keys, label: name };
    await answerOf(server.it().address, postPushReceiver, { token, body });
  }
  expect(await countOf(token)).toEqual({ nr_active_subscriptions: 2 });
  expect(await countOf(tokenOf('nobody'))).toEqual({ nr_active_subscriptions: 0 });
});
