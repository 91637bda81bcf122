import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { postDeployDevice } from '#contract/devices/deployment';
import { getDevice, postCreateDevice, postDeleteDevice } from '#contract/devices/device';
import { postGenerateCredentials } from '#contract/devices/deviceCredential';
import { getMaintenanceDeployment, postMaintenanceDeployment } from '#contract/devices/maintenance';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { postCreateGreenhouse, postDeleteGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import { getIncidents } from '#contract/incident';
import { postCreateLocation, postDeleteLocation, postUpdateNetworkInformation } from '#contract/location';
import { getMapVersions } from '#contract/map';
import { postCreateOrganisation, postDeleteOrganisation } from '#contract/organisation';
import { getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { postCreateUser, postDeleteUser } from '#contract/user';
import { anIncident } from '../support/anIncident.ts';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const everything = { query: { per_page: 100 } };
const idsIn = async (call: typeof getGreenhouses | typeof getLocations | typeof getOrganisations) =>
  (await answerOf(server.it().address, call, { ...everything, token: token() })).results.map(({ id }) => id);
const made = async (name = 'Slip') => {
  const { address } = server.it();
  const organisation = (await answerOf(address, postCreateOrganisation, { token: token(), body: { name } })).result;
  const place = { name, owned_by: organisation.id, timezone: 'Europe/Brussels' };
  const location = (await answerOf(address, postCreateLocation, { token: token(), body: place })).result;
  const body = { name: 'Kas 1', location_id: location.id };
  const greenhouse = (await answerOf(address, postCreateGreenhouse, { token: token(), body })).result;
  return { organisation, location, greenhouse };
};
type Removal = typeof postDeleteGreenhouse | typeof postDeleteLocation | typeof postDeleteOrganisation;
const remove = (call: Removal, id: string, groups = staff) =>
  ask(server.it().address, call, { params: { id }, body: {}, token: token(groups) });

it('[REMOVE1] what was made by mistake is removed from the inside out, with what holds it until then', async () => {
  const { organisation, location, greenhouse } = await made();
  await answerOf(server.it().address, postUpdateNetworkInformation, {
    params: { id: location.id },
    body: { wifi_ssid: 'kas', wifi_password: 'secret' },
    token: token(),
  });
  expect(await remove(postDeleteOrganisation, organisation.id)).toMatchObject({
    status: 409,
    error: 'Conflict: Slip is used by location Slip.',
  });
  expect(await remove(postDeleteLocation, location.id)).toMatchObject({
    status: 409,
    error: 'Conflict: Slip is used by greenhouse Kas 1.',
  });
  expect(await remove(postDeleteGreenhouse, greenhouse.id, support)).toMatchObject({ status: 200 });
  expect(await remove(postDeleteLocation, location.id)).toMatchObject({ status: 200 });
  expect(await remove(postDeleteOrganisation, organisation.id)).toMatchObject({ status: 200 });
  expect(await idsIn(getGreenhouses)).not.toContain(greenhouse.id);
  expect(await idsIn(getLocations)).not.toContain(location.id);
  expect(await idsIn(getOrganisations)).not.toContain(organisation.id);
});

it('[REMOVE1] of two who remove one at once the second finds nothing, and who adds to it meanwhile wins or finds nothing', async () => {
  const { location, greenhouse } = await made('Twice');
  const both = await Promise.all([remove(postDeleteGreenhouse, greenhouse.id), remove(postDeleteGreenhouse, greenhouse.id)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const body = { name: 'Kas 2', location_id: location.id };
  const [removed, added] = await Promise.all([
    remove(postDeleteLocation, location.id),
    ask(server.it().address, postCreateGreenhouse, { token: token(), body }),
  ]);
  expect([
    [200, 400],
    [409, 200],
  ]).toContainEqual([removed.status, added.status]);
});

it('[REMOVE1] [ONEMAP6] a greenhouse whose map has treatments and incidents stays whole; the owner reads how many, and the map stays readable', async () => {
  const { address } = server.it();
  const device = await server.it().device('LF-0140-23');
  for (const id of ['t-1', 't-2']) await device.tell('treatment', aTreatment(id, { map_id: 'de-linde-2' }));
  await device.publish(deviceTopic('LF-0140-23', 'log'), JSON.stringify(anIncident('i-1', { time: new Date().toISOString() })));
  await until('two treatments', async () => (await answerOf(address, getTreatmentAll, { token: token() })).total === 2);
  await until('an incident', async () => (await answerOf(address, getIncidents, { token: token() })).total === 1);
  const houses = (await answerOf(address, getGreenhouses, { ...everything, token: token() })).results;
  const house = houses.find(({ map_id }) => map_id === 'de-linde-2');
  for (const groups of [staff, adminOf('de-linde')]) {
    expect(await remove(postDeleteGreenhouse, house?.id ?? '', groups)).toMatchObject({
      status: 409,
      error: `Conflict: ${house?.name} is used by 2 treatments and 1 incident.`,
    });
  }
  // A greenhouse from which the map was taken before is held by it, too.
  const owner = token(adminOf('de-linde'));
  const give = (map_id: string | null) =>
    answerOf(address, postUpdateGreenhouse, { params: { id: house?.id ?? '' }, body: { map_id }, token: owner });
  await give(null);
  expect(await remove(postDeleteGreenhouse, house?.id ?? '', adminOf('de-linde'))).toMatchObject({
    status: 409,
    error: `Conflict: ${house?.name} is used by 2 treatments and 1 incident.`,
  });
  expect(await ask(address, getMapVersions, { params: { id: 'de-linde-2' }, token: owner })).toMatchObject({ status: 200 });
  await give('de-linde-2');
  expect(await idsIn(getGreenhouses)).toContain(house?.id);
  expect(await remove(postDeleteGreenhouse, house?.id ?? '', adminOf('hortus-noord'))).toMatchObject({ status: 404 });
  expect((await remove(postDeleteLocation, 'loc-de-linde', adminOf('de-linde'))).text).toMatch(
    /is used by greenhouses Kas 1, Kas 2, Kas 3 and \d+ deployments/,
  );
  // A map that is no longer used anywhere stays, without a home.
  const { greenhouse } = await made('With a map');
  const admin = token();
  await answerOf(address, postUpdateGreenhouse, { params: { id: greenhouse.id }, body: { map_id: 'maasdijk-1' }, token: admin });
  expect(await remove(postDeleteGreenhouse, greenhouse.id)).toMatchObject({ status: 200 });
  expect(await ask(address, getMapVersions, { params: { id: 'maasdijk-1' }, token: admin })).toMatchObject({ status: 200 });
});

it('[REMOVE1] an organisation is removed by the staff alone, and not while somebody is in it', async () => {
  const { address } = server.it();
  const { result } = await answerOf(address, postCreateOrganisation, { token: token(), body: { name: 'People' } });
  const person = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user' };
  await answerOf(address, postCreateUser, { token: token(), body: { ...person, organisation_id: result.id } });
  expect(await remove(postDeleteOrganisation, result.id, adminOf('people'))).toMatchObject({ status: 403 });
  expect(await remove(postDeleteOrganisation, result.id)).toMatchObject({ status: 409, error: 'Conflict: People is used by 1 person.' });
  await answerOf(address, postDeleteUser, { token: token(), body: { email: person.email } });
  expect(await remove(postDeleteOrganisation, result.id, support)).toMatchObject({ status: 200 });
});

it('[REMOVE3] a device that is deployed at a location which is removed at that moment is not deployed', async () => {
  const { location, greenhouse } = await made('Gone');
  await remove(postDeleteGreenhouse, greenhouse.id);
  const { address } = server.it();
  await answerOf(address, postCreateDevice, {
    params: { serial: 'SC-9001' },
    token: token(),
    body: { name: 'Scout', device_type: 'SCT01' },
  });
  const database = openTestDatabase(server.it().databaseUrl);
  const deployed = await database.transaction().execute(async (tx) => {
    await tx.deleteFrom('location').where('id', '=', location.id).execute();
    const waiting = ask(address, postDeployDevice, { params: { serial: 'SC-9001' }, body: { location_id: location.id }, token: token() });
    await until('the deployment to wait', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%location%'`.execute(
        database,
      );
      return rows.length > 0;
    });
    return { waiting };
  });
  expect(await deployed.waiting).toMatchObject({ status: 404, error: 'NotFound: no such location' });
  await database.destroy();
});

it('[REMOVE1] a device that never reported and was never deployed is removed by the staff, with its credentials', async () => {
  const { address } = server.it();
  const serial = 'SC-9002';
  const add = () => ask(address, postCreateDevice, { params: { serial }, token: token(), body: { name: 'Slip', device_type: 'SCT01' } });
  const removal = (one: string, groups = staff) =>
    ask(address, postDeleteDevice, { params: { serial: one }, body: {}, token: token(groups) });
  await add();
  await answerOf(address, postMaintenanceDeployment, {
    params: { serial },
    token: token(),
    body: { deployment: { pi: { username: 'a', password: 'b' } } },
  });
  await ask(address, postGenerateCredentials, { params: { serial }, token: token(), body: { algorithm_type: 'NISTP256' } });
  expect(await removal(serial, adminOf('de-linde'))).toMatchObject({ status: 403 });
  const both = await Promise.all([removal(serial), removal(serial, support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await ask(address, getDevice, { params: { serial }, token: token() })).toMatchObject({ status: 404 });
  // The serial is free again, and nothing of the former one is left.
  expect(await add()).toMatchObject({ status: 200 });
  expect(await ask(address, getMaintenanceDeployment, { params: { serial, target: 'pi' }, token: token() })).toMatchObject({ status: 404 });
});

it('[REMOVE1] a device that reported or was deployed stays', async () => {
  const { address } = server.it();
  const removal = (serial: string) => ask(address, postDeleteDevice, { params: { serial }, body: {}, token: token() });
  expect((await removal('LF-0140-23')).text).toMatch(/LF-0140-23 is used by \d+ deployments?/);
  const serial = 'SC-9003';
  await answerOf(address, postCreateDevice, { params: { serial }, token: token(), body: { name: 'Seen', device_type: 'SCT01' } });
  const database = openTestDatabase(server.it().databaseUrl);
  await database
    .updateTable('device')
    .set({ first_seen: new Date(0) })
    .where('serial', '=', serial)
    .execute();
  await database.destroy();
  expect(await removal(serial)).toMatchObject({
    status: 409,
    error: `Conflict: ${serial} has reported. It can be decommissioned instead.`,
  });
});
