import { sql, type Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { postArchive } from '#contract/archive';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import { postCreateDevice } from '#contract/devices/device';
import { postCreateGreenhouse, postDeleteGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import { postCreateLocation, postUpdateLocation } from '#contract/location';
import { getAllMaps } from '#contract/map';
import { postCreateOrganisation } from '#contract/organisation';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getOrganisationUsers, postCreateUser, postDisableUser, postEnableUser, postUpdateUser } from '#contract/user';
import type { Archivable } from '#domain/places/archivable';
import type { Database } from '#server/platform/database/tables';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const everything = { query: { per_page: 100 } };
const archive = (kind: Archivable | 'device', id: string, archived = true, groups: readonly string[] = staff) =>
  ask(server.it().address, postArchive, { params: { kind, id }, body: { archived }, token: token(groups) });

/** An organisation with a location, a greenhouse and a device that is not deployed. */
async function made(name: string) {
  const { address } = server.it();
  const own = { token: token() };
  const organisation = (
    await answerOf(address, postCreateOrganisation, { ...own, body: { name, authentication_group: `organisation:${name}` } })
  ).result;
  const location = (
    await answerOf(address, postCreateLocation, { ...own, body: { name, owned_by: organisation.id, timezone: 'Europe/Brussels' } })
  ).result;
  const greenhouse = (await answerOf(address, postCreateGreenhouse, { ...own, body: { name: `Kas ${name}`, location_id: location.id } }))
    .result;
  const serial = `SC-${name}`;
  await answerOf(address, postCreateDevice, { params: { serial }, ...own, body: { name, device_type: 'SCT01' } });
  return { organisation: organisation.id, location: location.id, greenhouse: greenhouse.id, serial };
}
const deploy = (serial: string, location_id: string) =>
  ask(server.it().address, postDeployDevice, { params: { serial }, body: { location_id }, token: token() });
const invite = (organisation_id: string, email: string) =>
  ask(server.it().address, postCreateUser, {
    token: token(),
    body: { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id },
  });
const archivedIn = async (call: typeof getGreenhouses | typeof getLocations | typeof getOrganisations | typeof getAllMaps) =>
  (await answerOf(server.it().address, call, { ...everything, token: token() })).results.flatMap(({ id, archived }) =>
    archived === true ? [id] : [],
  );

/** Does something while a transaction has archived a row and is not committed yet; resolves with what it waited for. */
async function whileArchiving<T>(table: 'location' | 'organisation', id: string, act: () => Promise<T>): Promise<T> {
  const database: Kysely<Database> = openTestDatabase(server.it().databaseUrl);
  const { waiting } = await database.transaction().execute(async (tx) => {
    await tx.updateTable(table).set({ archived: true }).where('id', '=', id).execute();
    const begun = act();
    await until('it to wait', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        database,
      );
      return rows.length > 0;
    });
    return { waiting: begun };
  });
  const result = await waiting;
  await database.destroy();
  return result;
}

let deLinde = '';
beforeAll(async () => {
  const rows = (await answerOf(server.it().address, getGreenhouses, { ...everything, token: token() })).results;
  deLinde = rows.find(({ map_id }) => map_id === 'de-linde-2')?.id ?? '';
});

it('[ARCHIVE1] places are archived from the inside out, with what works with them until then, and restored from the outside in', async () => {
  const { organisation, location, greenhouse, serial } = await made('inside');
  const { address } = server.it();
  expect(await deploy(serial, location)).toMatchObject({ status: 200 });
  expect(await archive('organisation', organisation)).toMatchObject({
    status: 409,
    error: 'Conflict: inside is still used by location inside.',
  });
  expect(await archive('location', location)).toMatchObject({
    status: 409,
    error: 'Conflict: inside is still used by greenhouse Kas inside and 1 deployed device.',
  });
  const inside = (groups: readonly string[]) => groups.map((group) => group.replace('de-linde', 'inside'));
  expect(await archive('greenhouse', greenhouse, true, inside(adminOf('de-linde')))).toMatchObject({ status: 200 });
  const [open] = (await answerOf(address, getDeployments, { ...everything, token: token() })).results.filter(
    (one) => one.location_id === location,
  );
  await answerOf(address, getCloseDeployment, { params: { id: open?.id ?? '' }, token: token() });
  expect(await archive('location', location)).toMatchObject({ status: 200 });
  expect(await archive('location', location)).toMatchObject({ status: 200 });
  expect(await archive('organisation', organisation, true, inside(adminOf('de-linde')))).toMatchObject({ status: 403 });
  expect(await archive('organisation', organisation, true, support)).toMatchObject({ status: 200 });
  expect(await archivedIn(getOrganisations)).toEqual([organisation]);
  expect(await archivedIn(getLocations)).toEqual([location]);
  expect(await archivedIn(getGreenhouses)).toEqual([greenhouse]);
  expect(await archive('greenhouse', greenhouse, false)).toMatchObject({
    status: 409,
    error: 'Conflict: inside is archived. Restore it first.',
  });
  expect(await archive('location', location, false)).toMatchObject({ status: 409 });
  for (const [kind, id] of [
    ['organisation', organisation],
    ['location', location],
    ['greenhouse', greenhouse],
  ] as const)
    expect(await archive(kind, id, false)).toMatchObject({ status: 200 });
  expect(await archivedIn(getGreenhouses)).toEqual([]);
});

it('[ARCHIVE1] entities of others are unknown, and so is another kind', async () => {
  expect(await archive('greenhouse', deLinde, true, adminOf('hortus-noord'))).toMatchObject({ status: 404 });
  expect(await archive('map', 'de-linde-2', true, adminOf('hortus-noord'))).toMatchObject({ status: 404 });
  expect(await archive('map', 'de-linde-2', true, adminOf('de-linde'))).toMatchObject({ status: 403 });
  expect(await archive('device', 'LF-0140-23')).toMatchObject({ status: 404 });
});

it('[ARCHIVE1] a greenhouse and its map are archived once no deployed device reports the map; the map, once no greenhouse in use has it', async () => {
  const device = await server.it().device('LF-0140-23');
  await device.tell('state_data', { 'site/site_id': 'de-linde-2' });
  await until('the report', async () => (await archive('greenhouse', deLinde)).status === 409);
  expect((await archive('map', 'de-linde-2')).text).toMatch(/Conflict: .* is still used by greenhouse .* and 1 deployed device\./);
  await device.tell('state_data', { 'site/site_id': 'de-linde-1' });
  await until('the other report', async () => (await archive('greenhouse', deLinde)).status === 200);
  expect(await archive('map', 'de-linde-2')).toMatchObject({ status: 200 });
  expect(await archivedIn(getAllMaps)).toEqual(['de-linde-2']);
  // The contents of an archived entity stay readable, and return together with it.
  expect(await archive('greenhouse', deLinde, false)).toMatchObject({ status: 409 });
  for (const [kind, id] of [
    ['map', 'de-linde-2'],
    ['greenhouse', deLinde],
  ] as const)
    expect((await archive(kind, id, false)).status).toBe(200);
});

it('[ARCHIVE3] nothing can be added to an archived entity: no device, greenhouse, location, map, person', async () => {
  const [from, to] = [await made('giver'), await made('taker')];
  const { address } = server.it();
  const own = { token: token() };
  await archive('greenhouse', to.greenhouse);
  await archive('location', to.location);
  const refused = { status: 409, error: 'Conflict: taker is archived. Restore it first.' };
  expect(await deploy(from.serial, to.location)).toMatchObject(refused);
  expect(await ask(address, postCreateGreenhouse, { ...own, body: { name: 'Kas 2', location_id: to.location } })).toMatchObject(refused);
  const house = { params: { id: from.greenhouse }, ...own };
  expect(await ask(address, postUpdateGreenhouse, { ...house, body: { location_id: to.location } })).toMatchObject(refused);
  expect(await ask(address, postUpdateLocation, { params: { id: to.location }, ...own, body: { address: 'Dreef 1' } })).toMatchObject({
    status: 200,
  });
  await archive('organisation', to.organisation);
  const place = { name: 'New', owned_by: to.organisation, timezone: 'Europe/Brussels' };
  expect(await ask(address, postCreateLocation, { ...own, body: place })).toMatchObject(refused);
  expect(
    await ask(address, postUpdateLocation, { params: { id: from.location }, ...own, body: { owned_by: to.organisation } }),
  ).toMatchObject(refused);
  expect(await invite(to.organisation, 'jo@delinde.example')).toMatchObject(refused);
  expect(await archive('map', 'maasdijk-1')).toMatchObject({ status: 409 });
  const houses = (await answerOf(address, getGreenhouses, { ...everything, ...own })).results;
  for (const { id } of houses.filter(({ map_id }) => map_id === 'maasdijk-1')) await archive('greenhouse', id);
  expect(await archive('map', 'maasdijk-1')).toMatchObject({ status: 200 });
  expect(await ask(address, postUpdateGreenhouse, { ...house, body: { map_id: 'maasdijk-1' } })).toMatchObject({ status: 409 });
});

it('[ARCHIVE1] [ARCHIVE3] an organisation is archived once its people are blocked; they are neither unblocked nor joined by others then', async () => {
  const { address } = server.it();
  const own = { token: token() };
  const { organisation, location, greenhouse } = await made('people');
  await archive('greenhouse', greenhouse);
  await archive('location', location);
  const email = 'an@delinde.example';
  expect(await invite(organisation, email)).toMatchObject({ status: 200 });
  expect(await archive('organisation', organisation)).toMatchObject({
    status: 409,
    error: 'Conflict: people is still used by 1 person who can sign in.',
  });
  await answerOf(address, postDisableUser, { ...own, body: { email } });
  expect(await archive('organisation', organisation)).toMatchObject({ status: 200 });
  expect(await ask(address, postEnableUser, { ...own, body: { email } })).toMatchObject({ status: 409 });
  const other = 'bo@delinde.example';
  await invite('org-de-linde', other);
  const body = {
    email: other,
    name: 'Bo',
    family_name: 'Maes',
    locale: 'nl-BE',
    user_type: 'organisation_user',
    organisation_id: organisation,
  };
  expect(await ask(address, postUpdateUser, { ...own, body })).toMatchObject({ status: 409 });
  const { result } = await answerOf(address, getOrganisationUsers, { params: { organisation }, ...own });
  expect(result.map((one) => [one.email, one.enabled])).toEqual([[email, false]]);
});

it('[ARCHIVE5] who deploys to a location, or invites into an organisation, that is archived at that moment is refused', async () => {
  const { organisation, location, serial } = await made('racing');
  expect(await whileArchiving('location', location, () => deploy(serial, location))).toMatchObject({
    status: 409,
    error: 'Conflict: racing is archived. Restore it first.',
  });
  const email = 'race@delinde.example';
  expect(await whileArchiving('organisation', organisation, () => invite(organisation, email))).toMatchObject({ status: 409 });
  await archive('organisation', organisation, false);
  expect((await answerOf(server.it().address, getOrganisationUsers, { params: { organisation }, token: token() })).result).toEqual([]);
});

it('[ARCHIVE5] of two who archive and remove one at once, and of who gives to it meanwhile, each finds what the other left', async () => {
  const { location, greenhouse } = await made('both');
  const { address } = server.it();
  const remove = () => ask(address, postDeleteGreenhouse, { params: { id: greenhouse }, body: {}, token: token() });
  const [archived, removed] = await Promise.all([archive('greenhouse', greenhouse), remove()]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(archived.status);
  expect(await archivedIn(getGreenhouses)).not.toContain(greenhouse);
  const add = ask(address, postCreateGreenhouse, { token: token(), body: { name: 'Kas 2', location_id: location } });
  const [place, house] = await Promise.all([archive('location', location), add]);
  expect([place.status, house.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
});
