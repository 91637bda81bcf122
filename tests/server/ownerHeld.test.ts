import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getReleaseControl, getReloadConfig, getTakeControl } from '#contract/command';
import { postUpdateDevice } from '#contract/devices/device';
import { getDeviceAccessToken, postGenerateCredentials } from '#contract/devices/deviceCredential';
import { getDeviceSims, postDeviceSims } from '#contract/devices/deviceSim';
import { postDeployDevice } from '#contract/devices/deployment';
import {
  getMaintenanceDeployment,
  postConfirmMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
  postMaintenanceDeployment,
} from '#contract/devices/maintenance';
import { getTreatmentsSync } from '#contract/fleet/treatment';
import { getNetworkInformation, postDeleteNetworkInformation, postUpdateNetworkInformation } from '#contract/location';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
const params = { serial: SERIAL };
const tokenOf = (groups: readonly string[]) =>
  server.it().identity.issue(groups, { username: 'admin', name: 'Admin', expiresAt: server.it().now() + 3_600_000 });

let database: ReturnType<typeof openTestDatabase>;
beforeAll(() => {
  database = openTestDatabase(server.it().databaseUrl);
});
afterAll(async () => {
  await database.destroy();
});

/** Sends a call during a change, which is committed once the call waits for it or is answered. */
async function askedDuring(change: readonly ReturnType<typeof sql>[], call: () => ReturnType<typeof ask>) {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const { answer } = await database.transaction().execute(async (tx) => {
    for (const statement of change) await statement.execute(tx);
    let isAnswered = false;
    const asked = call().finally(() => {
      isAnswered = true;
    });
    await until('it waits', async () => isAnswered || (await waiting.execute(database)).rows.length > 0);
    return { answer: asked };
  });
  return answer;
}

const NONE = { status: 404, error: 'NotFound: no such device' };
const at = (call: Parameters<typeof ask>[1], more: Omit<Asking, 'token'> = {}) =>
  [(token: string) => ask(server.it().address, call, { params, ...more, token })] as const;

it.each([
  ['takes control', ...at(getTakeControl)],
  ['releases control', ...at(getReleaseControl)],
  ['sends a command', ...at(getReloadConfig)],
  ['asks for treatments', ...at(getTreatmentsSync)],
  ['generates credentials', ...at(postGenerateCredentials, { body: { algorithm_type: 'RSA2048' } })],
  ['gets an access token', ...at(getDeviceAccessToken)],
  ['saves SSH credentials', ...at(postMaintenanceDeployment, { body: { deployment: { pi: { username: 'late', password: 'late' } } } })],
  ['confirms SSH credentials', ...at(postConfirmMaintenanceDeployment, { params: { ...params, target: 'pi' } })],
  ['removes SSH credentials', ...at(postDeleteMaintenanceDeployment, { params: { ...params, target: 'pi' } })],
  ['renames', ...at(postUpdateDevice, { body: { name: 'Late' } })],
  ['saves SIM data', ...at(postDeviceSims, { params: {}, body: { sims: [{ serial: SERIAL, customer: 'Late' }] } })],
  ['deploys', ...at(postDeployDevice, { body: { location_id: 'loc-de-linde' } })],
])('[OWN8] whoever %s of a device that leaves meanwhile finds no device, and nothing is written or sent', async (_name, call) => {
  const device = await server.it().device(SERIAL);
  await device.obey();
  const [own, eye] = [tokenOf(adminOf('de-linde')), tokenOf(staff)];
  await until('it is connected', async () => (await ask(server.it().address, getTakeControl, { params, token: own })).ok);
  // A command is sent once it is stored; those without a name are of the server itself.
  const written = async () => {
    const { rows } =
      await sql`select (select count(*) from command where given_by <> '') commands, (select count(*) from device_action) actions,
      (select json_agg(d) from device_token d) tokens,
      (select json_agg(c) from control c) control, (select json_agg(c.created_at) from device_credential c) made,
      (select name from device where serial = ${SERIAL}) as name`.execute(database);
    const ssh = await ask(server.it().address, getMaintenanceDeployment, { params: { ...params, target: 'pi' }, token: eye });
    return [rows[0], ssh.text, await answerOf(server.it().address, getDeviceSims, { token: eye })];
  };
  const { rows } = await sql<{ id: string }>`select id from deployment where device_serial = ${SERIAL} and closed_date is null`.execute(
    database,
  );
  const id = rows[0]?.id ?? '';
  const before = await written();
  try {
    expect(await askedDuring([sql`update deployment set closed_date = now() where id = ${id}`], () => call(own))).toMatchObject(NONE);
    expect(await written()).toEqual(before);
  } finally {
    await sql`update deployment set closed_date = null where id = ${id}`.execute(database);
    await device.close();
  }
});

it('[OWN8] whoever belongs to both organisations finds a device that moves from one to the other meanwhile', async () => {
  const device = await server.it().device(SERIAL);
  await device.obey();
  const both = tokenOf([...adminOf('de-linde'), 'organisation:hortus-noord']);
  const left = sql`update deployment set closed_date = now() where device_serial = ${SERIAL} and closed_date is null`;
  const { rows } = await sql<{ id: string }>`select id from deployment where device_serial = ${SERIAL} and closed_date is null`.execute(
    database,
  );
  const next = sql`insert into deployment (id, device_serial, location_id, creation_date)
    values ('dep-moved', ${SERIAL}, 'loc-hortus-noord', now())`;
  try {
    const renamed = () => ask(server.it().address, postUpdateDevice, { params, body: { name: 'Moved' }, token: both });
    expect(await askedDuring([left, next], renamed)).toMatchObject({ ok: true, status: 200 });
  } finally {
    await sql`delete from deployment where id = 'dep-moved'`.execute(database);
    await sql`update deployment set closed_date = null where id = ${rows[0]?.id ?? ''}`.execute(database);
    await device.close();
  }
});

it.each([
  ['saves', postUpdateNetworkInformation, { wifi_ssid: 'late', wifi_password: 'late-password' }],
  ['removes', postDeleteNetworkInformation, {}],
])(
  '[OWN8] whoever %s the network of a location that gets another owner meanwhile finds no location, and nothing changes',
  async (...row) => {
    const [, call, body] = row;
    const location = { id: 'loc-de-linde' };
    const { address } = server.it();
    const owned = (by: string) => sql`update location set owned_by = ${by} where id = ${location.id}`;
    const before = await answerOf(address, getNetworkInformation, { params: location, token: tokenOf(staff) });
    const save = () => ask(address, call, { params: location, body, token: tokenOf(adminOf('de-linde')) });
    try {
      expect(await askedDuring([owned('org-hortus-noord')], save)).toMatchObject({ status: 404, error: 'NotFound: no such location' });
      expect(await answerOf(address, getNetworkInformation, { params: location, token: tokenOf(staff) })).toEqual(before);
    } finally {
      await owned('org-de-linde').execute(database);
    }
  },
);
