import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { deviceDataAnswer, deviceDataPaths } from '#contract/devices/deviceData';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import { z } from '#contract/schema';
import { deviceTokenFile } from '#server/devices/credentials/deviceToken';
import { readDataStates } from '#server/devices/deviceData/whereDevice';
import { answerOf } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { TEST_CREDENTIAL_KEY } from '../support/testServer.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
let authorization: string;

beforeAll(async () => {
  const { databaseUrl, now } = server.it();
  const database = openTestDatabase(databaseUrl);
  const { body } = await deviceTokenFile({ database, key: TEST_CREDENTIAL_KEY, now: now() }, { serial: SERIAL, scope: 'all' });
  await database.destroy();
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(Buffer.isBuffer(body) ? body.toString() : ''));
  authorization = `Basic ${Buffer.from(`${SERIAL}:${access_token}`).toString('base64')}`;
});

const get = (path: string) => fetch(`${server.it().address}${path}`, { headers: { authorization } });

/** Returns the maps that the device is offered, and the text that changes with them. */
async function offered() {
  const database = openTestDatabase(server.it().databaseUrl);
  const [state] = await readDataStates(database, [SERIAL]);
  await database.destroy();
  const { maps } = deviceDataAnswer.parse(await (await get(deviceDataPaths.overview)).json());
  return { ids: maps.map(({ map_id }) => map_id), state: state?.maps };
}
const give = (id: string, map_id: string | null) =>
  answerOf(server.it().address, postUpdateGreenhouse, { params: { id }, body: { map_id }, token: server.it().identity.issue(staff) });

/** Changes a row in the database. */
async function change(statement: ReturnType<typeof sql>): Promise<void> {
  const database = openTestDatabase(server.it().databaseUrl);
  await statement.execute(database);
  await database.destroy();
}

it.each<readonly [string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['that was replaced', () => give('gh-de-linde-1', 'maasdijk-1'), () => give('gh-de-linde-1', 'de-linde-1')],
  ['that was taken from its greenhouse', () => give('gh-de-linde-1', null), () => give('gh-de-linde-1', 'de-linde-1')],
  ['that was given to a greenhouse elsewhere', () => give('gh-fenland-1', 'de-linde-1'), () => give('gh-de-linde-1', 'de-linde-1')],
  [
    'of an archived greenhouse',
    () => change(sql`update greenhouse set archived = true where id = 'gh-de-linde-1'`),
    () => change(sql`update greenhouse set archived = false where id = 'gh-de-linde-1'`),
  ],
  [
    'that an earlier version left to the people of another greenhouse',
    () => change(sql`update site_map set greenhouse_id = 'gh-fenland-1' where id = 'de-linde-1'`),
    () => change(sql`update site_map set greenhouse_id = 'gh-de-linde-1' where id = 'de-linde-1'`),
  ],
])('[ONEMAP4] a device is not given a map %s, and learns of it', async (_, end, restore) => {
  const before = await offered();
  expect(before.ids).toContain('de-linde-1');
  await end();
  const after = await offered();
  expect(after.ids).not.toContain('de-linde-1');
  expect(after.state).not.toBe(before.state);
  expect((await get(`${deviceDataPaths.overview}/maps/de-linde-1`)).status).toBe(404);
  await restore();
  expect(await offered()).toEqual(before);
});

it('[ONEMAP4] a device gets the map that replaces another at once', async () => {
  await give('gh-de-linde-1', 'maasdijk-1');
  expect((await offered()).ids).toEqual(['de-linde-2', 'de-linde-3', 'maasdijk-1']);
  await give('gh-de-linde-1', 'de-linde-1');
});
