import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { accessAnswer, deviceAccessPath } from '#contract/devices/deviceAccess';
import { getDeleteCredentials, getDeviceAccessToken } from '#contract/devices/deviceCredential';
import { z } from '#contract/schema';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { testSettings } from '../support/testServer.ts';

const SECRET = 'of this test alone';
const settings = testSettings({ DATA_DIR: newDataDir(), MQTT_URL: 'mqtt://127.0.0.1', MQTT_ACCESS_SECRET: SECRET });
const key = createSecretKey(randomBytes(32));
const server = withServer(undefined, { settings, credentialKey: key });
const closed = withServer();
const [SERIAL, OTHER] = ['LF-0140-23', 'LF-0141-23'];

const asked = (body: unknown, authorization = `Bearer ${SECRET}`, address = server.it().address) =>
  fetch(`${address}${deviceAccessPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
const answered = async (body: unknown) => accessAnswer.parse(await (await asked(body)).json());
const allow = { result: 'allow', ok: true };
const deny = { result: 'deny', ok: false };

async function tokenOf(serial: string): Promise<string> {
  const asking = { params: { serial }, token: server.it().identity.issue(staff) };
  const { text } = await ask(server.it().address, getDeviceAccessToken, asking);
  return z.object({ access_token: z.string() }).parse(JSON.parse(text)).access_token;
}

it("[OUTSIDE1] a device connects at a broker of one's own with its serial and a token that counts", async () => {
  const password = await tokenOf(SERIAL);
  expect(await answered({ username: SERIAL, clientid: SERIAL, password })).toEqual(allow);
  expect(await answered({ username: SERIAL, password })).toEqual(allow);
  expect(await answered({ username: SERIAL, clientid: OTHER, password })).toEqual(deny);
  expect(await answered({ username: OTHER, clientid: OTHER, password })).toEqual(deny);
  for (const wrong of ['', 'x', null]) expect(await answered({ username: SERIAL, clientid: SERIAL, password: wrong })).toEqual(deny);
  for (const username of ['nobody', 'orangery-server', '']) {
    expect(await answered({ username, password })).toEqual({ result: 'ignore', ok: false });
  }
  await answerOf(server.it().address, getDeleteCredentials, { params: { serial: SERIAL }, token: server.it().identity.issue(staff) });
  expect(await answered({ username: SERIAL, clientid: SERIAL, password })).toEqual(deny);
});

it.each([
  [{ topic: `devices/${OTHER}/state`, action: 'publish' }, allow],
  [{ topic: `devices/${OTHER}/state`, acc: 2 }, allow],
  [{ topic: `devices/${OTHER}/command`, action: 'subscribe' }, allow],
  [{ topic: `devices/${OTHER}/command`, acc: 1 }, allow],
  [{ topic: `devices/${OTHER}/command`, acc: '4' }, allow],
  [{ topic: `devices/${OTHER}/command`, action: 'publish' }, deny],
  [{ topic: `devices/${OTHER}/state`, action: 'subscribe' }, deny],
  [{ topic: `devices/${SERIAL}/state`, action: 'publish' }, deny],
  [{ topic: `devices/${SERIAL}/command`, action: 'subscribe' }, deny],
  [{ topic: '#', action: 'subscribe' }, deny],
  [{ topic: '$SYS/broker', acc: 2 }, deny],
])('[OUTSIDE2] %j of a device: %j', async (question, answer) => {
  expect(await answered({ username: OTHER, clientid: OTHER, ...question })).toEqual(answer);
});

it.each(['', 'Bearer', 'Bearer wrong', `Basic ${SECRET}`, `Basic ${Buffer.from('x:wrong').toString('base64')}`])(
  '[OUTSIDE2] a request without the secret (%s) is refused',
  async (authorization) => {
    expect((await asked({ username: SERIAL, password: 'x' }, authorization)).status).toBe(401);
  },
);

it('[OUTSIDE2] the secret counts as a password too; without the setting there is no such call', async () => {
  const basic = `Basic ${Buffer.from(`broker:${SECRET}`).toString('base64')}`;
  expect((await asked({ username: SERIAL, password: 'x' }, basic)).status).toBe(200);
  expect((await asked({ username: 7 }, basic)).status).toBe(400);
  expect((await asked({ username: SERIAL }, basic, closed.it().address)).status).toBe(404);
});
