import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getAllDevices, getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { sealMetadata } from '#server/devices/metadata/metadataSecrets';
import { answerOf } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { TEST_CREDENTIAL_KEY } from '../support/testServer.ts';

const server = withServer();
const serial = 'SP-0003';
const marked = { type: 'string', format: 'password' };
let database: ReturnType<typeof openTestDatabase>;
beforeAll(() => {
  database = openTestDatabase(server.it().databaseUrl);
});
afterAll(() => database.destroy());

const asked = () => ({ params: { serial }, token: server.it().identity.issue(staff) });
const shown = async () => (await answerOf(server.it().address, getDevice, asked())).result.metadata;
const readable = async () => (await answerOf(server.it().address, getDecryptedDevice, asked())).result.metadata;
const update = (metadata: object) => answerOf(server.it().address, postUpdateDevice, { ...asked(), body: { metadata } });
const mark = (properties: object) =>
  database
    .updateTable('device_type')
    .set({ metadata_schema: JSON.stringify({ type: 'object', $defs: { code: marked }, properties }) })
    .where('id', '=', 'SPR01')
    .execute();

/** Returns every row of the tables that hold something of a device, as text. */
async function stored(): Promise<string> {
  const tables = ['device', 'device_secret', 'device_action', 'audit', 'device_event'];
  const texts = tables.map(
    async (name) => (await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(database)).rows,
  );
  return JSON.stringify(await Promise.all(texts));
}

const locks = { unlock: 'marked-7781', codes: ['marked-7782'], note: 'readable', wifi_password: 'named-7783' };
const hidden = { unlock: '***', codes: ['***'], note: 'readable', wifi_password: '***' };

it('[META2] fields that the schema of a device type marks are masked, sealed, shown on request and kept when their mask is saved', async () => {
  await mark({ unlock: marked, codes: { type: 'array', items: { $ref: '#/$defs/code' } } });
  await update(locks);
  expect(await shown()).toEqual(hidden);
  const { result } = await answerOf(server.it().address, getAllDevices, asked());
  expect(result.find((one) => one.serial === serial)?.metadata).toEqual(hidden);
  expect(await readable()).toEqual(locks);
  await update({ ...hidden, note: 'readable too', codes: ['***'] });
  expect(await readable()).toEqual({ ...locks, note: 'readable too' });
  await update({ ...hidden, unlock: 'marked-7784' });
  const { actions } = await answerOf(server.it().address, getDeviceActions, { ...asked(), query: { device_serial: serial } });
  const lines = JSON.stringify(actions);
  const text = await stored();
  expect([lines.includes('"unlock":"***"'), text.includes('readable')]).toEqual([true, true]);
  for (const secret of ['marked-778', 'named-778']) expect([lines.includes(secret), text.includes(secret)]).toEqual([false, false]);
});

it('[META2] fields that are marked later are sealed by the next start, and no sealed secret is lost', async () => {
  await mark({ unlock: marked });
  const metadata = { ...locks, note: 'marked-later-1' };
  await update(metadata);
  expect(await shown()).toMatchObject({ note: 'marked-later-1' });
  await mark({ unlock: marked, note: { ...marked, format: undefined, writeOnly: true } });
  await sealMetadata(database, TEST_CREDENTIAL_KEY);
  expect(await shown()).toMatchObject({ unlock: '***', note: '***', wifi_password: '***' });
  expect(await readable()).toEqual(metadata);
  const { rows } = await sql<{ row: string }>`select t::text as row from device t`.execute(database);
  expect(JSON.stringify(rows)).not.toContain('marked-later-1');
});
