import { expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { getGreenhouseByMap, getGreenhousesOfLocation, postCreateGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import {
  getNetworkInformation,
  getTimezones,
  postCreateLocation,
  postUpdateLocation,
  postUpdateNetworkInformation,
} from '#contract/location';
import { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import { getGreenhouses, getLocations, getOrganisation, getOrganisations } from '#contract/place';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
const tokenOf = (groups: readonly string[] = staff, username = 'anna') => server.it().identity.issue(groups, { username });
type Body = Readonly<Record<string, unknown>>;
const linde: Body = { name: 'Linde Noord', address: 'Dorp 1', owned_by: 'org-de-linde', timezone: 'Europe/Brussels' };

const create = (body: Body, groups = staff) => ask(server.it().address, postCreateLocation, { body, token: tokenOf(groups) });
const update = (id: string, body: Body, groups = staff) =>
  ask(server.it().address, postUpdateLocation, { params: { id }, body, token: tokenOf(groups) });
const made = async (body: Body, groups = staff) => {
  const outcome = await create(body, groups);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.answer.result;
};
const all = async (groups = staff) =>
  (await answerOf(server.it().address, getLocations, { query: { per_page: 100 }, token: tokenOf(groups) })).results;

it('[CALL-049] [OPEN-57] [GAP-60] a location is created without a client name, and stands in the list at once', async () => {
  const result = await made({ ...linde, client_name: 'ignored' });
  expect(result).toMatchObject({ ...linde, client_name: null });
  expect((await all()).find(({ id }) => id === result.id)).toMatchObject(linde);
  expect((await all(adminOf('hortus-noord'))).some(({ id }) => id === result.id)).toBe(false);
  const blanks = await made({ ...linde, name: '  Linde Oost ', address: '' }, adminOf('de-linde'));
  expect(blanks).toMatchObject({ name: 'Linde Oost', address: null });
});

it.each([
  ['of no name', { name: '  ' }, 400, 'Invalid: Name cannot be empty.'],
  ['of a name that is too long', { name: 'x'.repeat(101) }, 400, 'Invalid: Name cannot be longer than 100 characters.'],
  ['of a name with a line break', { name: 'a\nb' }, 400, /^Invalid: Name cannot contain line breaks/],
  ['of a name with NUL', { name: 'a\0b' }, 400, /^Invalid: Name cannot contain line breaks/],
  ['of half a letter', { name: 'a\uD800' }, 400, /^Invalid: Name cannot contain line breaks/],
  ['of a name that is taken', { name: ' DE LINDE ' }, 409, 'Conflict: Another location of this organisation has the same name.'],
  ['of an address that is too long', { address: 'x'.repeat(301) }, 400, 'Invalid: Address cannot be longer than 300 characters.'],
  ['of an unknown organisation', { owned_by: 'org-nowhere' }, 400, 'Invalid: There is no such organisation.'],
  ['of no organisation', { owned_by: '' }, 400, 'Invalid: Organisation cannot be empty.'],
  ['of a timezone that does not exist', { timezone: 'Europe/Atlantis' }, 400, 'Invalid: There is no such timezone.'],
  ['of a timezone that is an offset', { timezone: '+02:00' }, 400, 'Invalid: There is no such timezone.'],
  ['of a name that is a number', { name: 7 }, 400, /^Invalid: body\.name/],
  ['of a huge text', { address: 'x'.repeat(3_000) }, 400, /^Invalid: body\.address/],
  ['of no timezone', { timezone: undefined }, 400, /^Invalid: body\.timezone/],
] as const)('[CALL-049] [PLACE1] [PLACE2] [PLACE3] a location %s is refused', async (_what, more, status, error) => {
  const before = (await all()).length;
  const outcome = await create({ ...linde, name: 'Refused', ...more });
  expect(outcome).toMatchObject({ ok: false, status, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect((await all()).length).toBe(before);
});

it('[PLACE1] hostile text is kept as it is and comes back as it was', async () => {
  const name = `<img src=x onerror=alert(1)>'); drop table location;-- "=1+1" \${7*7} مزرعة`;
  const result = await made({ ...linde, name, address: '../../etc/passwd' });
  expect(result).toMatchObject({ name, address: '../../etc/passwd' });
});

it('[CALL-049] [SEE1] an organisation_admin creates locations of the own organisation alone', async () => {
  const outcome = await create({ ...linde, name: 'Ours', owned_by: 'org-hortus-noord' }, adminOf('de-linde'));
  expect(outcome).toMatchObject({ status: 400, error: 'Invalid: There is no such organisation.' });
});

it('[LOCS2] one of two people who take one name at once is refused', async () => {
  const both = await Promise.all([create({ ...linde, name: 'Twice' }), create({ ...linde, name: 'twice' })]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

it('[CALL-050] [OPEN-58] [LOCS1] two people change one location: each field keeps what was reported of it last', async () => {
  const { id } = await made({ ...linde, name: 'Shared' });
  await Promise.all([
    update(id, { address: 'Kerkstraat 2' }, adminOf('de-linde')),
    update(id, { timezone: 'Europe/Amsterdam' }, support),
    update(id, { client_name: 'Klant' }, staff),
  ]);
  expect((await all()).find((one) => one.id === id)).toMatchObject({
    name: 'Shared',
    address: 'Kerkstraat 2',
    timezone: 'Europe/Amsterdam',
    client_name: 'Klant',
    owned_by: 'org-de-linde',
  });
  expect(await update(id, { client_name: '', address: null })).toMatchObject({
    ok: true,
    answer: { result: { client_name: null, address: null } },
  });
  expect(await update(id, {})).toMatchObject({ ok: true, answer: { result: { name: 'Shared' } } });
});

it.each([
  ['license_support_engineer', support],
  ['organisation_admin', adminOf('de-linde')],
] as const)('[LOC-008] [ROLE-023] [LOCS3] a %s cannot change the owner, and nothing of that request is written', async (_role, groups) => {
  const outcome = await update('loc-de-linde', { name: 'Taken over', owned_by: 'org-fenland' }, [...groups]);
  expect(outcome).toMatchObject({ status: 403, error: 'Forbidden: Only a system_admin can change the owner of a location.' });
  expect((await all()).find(({ id }) => id === 'loc-de-linde')).toMatchObject({ name: 'De Linde', owned_by: 'org-de-linde' });
});

it('[LOC-008] [ROLE-023] a system_admin changes the owner; whoever edits the location meanwhile is informed that it is gone, and its devices follow', async () => {
  const seen = async (groups: readonly string[]) =>
    (await answerOf(server.it().address, getAllDevices, { token: tokenOf(groups) })).result.map(({ serial }) => serial);
  const mine = await seen(adminOf('de-linde'));
  expect(await update('loc-aardbei-vennen', { owned_by: 'org-fenland' })).toMatchObject({ ok: true });
  expect(await update('loc-aardbei-vennen', { address: 'Late' }, adminOf('de-linde'))).toMatchObject({
    status: 404,
    error: 'NotFound: no such location',
  });
  const left = await seen(adminOf('de-linde'));
  expect(left.length).toBeLessThan(mine.length);
  const moved = mine.filter((serial) => !left.includes(serial));
  expect(await seen(adminOf('fenland'))).toEqual(expect.arrayContaining(moved));
  expect(await update('loc-aardbei-vennen', { owned_by: 'org-de-linde' })).toMatchObject({ ok: true });
});

it('[PLACE3] under another owner the name meets other names', async () => {
  const one = await made({ ...linde, name: 'Fenland Salads' });
  expect(await update(one.id, { owned_by: 'org-fenland' })).toMatchObject({ status: 409 });
});

it('[PLACE2] [PATCH1] a stored timezone that is none stands in the way of nothing but itself', async () => {
  const { id } = await made({ ...linde, name: 'Old' });
  const database = openTestDatabase(server.it().databaseUrl);
  await database.updateTable('location').set({ timezone: 'Nowhere/Old' }).where('id', '=', id).execute();
  await database.destroy();
  expect(await update(id, { address: 'Dorp 9' })).toMatchObject({ ok: true, answer: { result: { timezone: 'Nowhere/Old' } } });
  expect(await update(id, { timezone: 'Nowhere/Old' })).toMatchObject({ ok: true });
  expect(await update(id, { timezone: 'Nowhere/Older' })).toMatchObject({ status: 400 });
});

const network = (id: string, groups = staff, username = 'reader') =>
  ask(server.it().address, getNetworkInformation, { params: { id }, token: tokenOf(groups, username) });
const writeNetwork = (id: string, body: Body, username = 'writer') =>
  ask(server.it().address, postUpdateNetworkInformation, { params: { id }, body, token: tokenOf(staff, username) });

it('[LOC-012] [CALL-054] [OPEN-59] without network information both fields are null', async () => {
  expect(await network('loc-fenland')).toMatchObject({ answer: { wifi_ssid: null, wifi_password: null } });
  const one = await network('loc-de-linde', adminOf('de-linde'));
  expect(one).toMatchObject({ answer: { wifi_ssid: 'de-linde-kas', wifi_password: expect.stringMatching(/^.{12}$/) } });
});

it('[LOC-010] [LOC-011] [CALL-055] [OPEN-60] [LOCS4] network information is stored sealed, and the record says who asked, never what', async () => {
  const secret = 'kas-Zuid-7741';
  expect(await writeNetwork('loc-fenland', { wifi_ssid: ' fen ', wifi_password: secret })).toMatchObject({ answer: { result: true } });
  expect(await network('loc-fenland')).toMatchObject({ answer: { wifi_ssid: ' fen ', wifi_password: secret } });
  expect((await network('loc-fenland')).headers.get('cache-control')).toContain('no-store');
  const database = openTestDatabase(server.it().databaseUrl);
  const lines = await database.selectFrom('audit').selectAll().where('who', 'in', ['reader', 'writer']).execute();
  const stored = await database.selectFrom('location_network').selectAll().execute();
  await database.destroy();
  expect(lines.map(({ call }) => call)).toEqual(expect.arrayContaining([getNetworkInformation.name, postUpdateNetworkInformation.name]));
  expect(JSON.stringify([lines, stored.map(({ sealed }) => sealed.toString('latin1'))])).not.toContain(secret);
});

it('[LOCS6] network information ends with the ownership of its location', async () => {
  const { id } = await made({ ...linde, name: 'Handed over' });
  const fields = { wifi_ssid: 'kas', wifi_password: 'of-the-first-owner' };
  expect(await writeNetwork(id, fields)).toMatchObject({ ok: true });
  expect(await update(id, { address: 'Dorp 9' })).toMatchObject({ ok: true });
  expect(await network(id)).toMatchObject({ answer: fields });
  expect(await update(id, { owned_by: 'org-hortus-noord' })).toMatchObject({ ok: true });
  expect(await network(id)).toMatchObject({ answer: { wifi_ssid: null, wifi_password: null } });
});

it.each([
  [{ wifi_ssid: '', wifi_password: 'secret-1' }, /wifi_ssid cannot be empty/],
  [{ wifi_ssid: 'x'.repeat(33), wifi_password: 'secret-1' }, /wifi_ssid cannot be longer than 32 bytes/],
  [{ wifi_ssid: 'kas', wifi_password: '' }, /wifi_password cannot be empty/],
  [{ wifi_ssid: 'kas', wifi_password: 'secret-1\n' }, /wifi_password cannot contain/],
  [{ wifi_ssid: 'kas' }, /body\.wifi_password/],
  [{ wifi_ssid: 'kas', wifi_password: 7 }, /body\.wifi_password/],
])('[CALL-055] [PLACE6] the network %j is refused, and no error repeats the password', async (body, error) => {
  const outcome = await writeNetwork('loc-van-houte', body);
  expect(outcome).toMatchObject({ status: 400, error: expect.stringMatching(error) });
  expect(outcome.text).not.toContain('secret-1');
});

it('[LOC-013] [CALL-062] [OPEN-70] the timezones are those that a location may have', async () => {
  const { result } = await answerOf(server.it().address, getTimezones, { token: tokenOf(adminOf('de-linde')) });
  expect(result).toEqual(expect.arrayContaining(['Europe/Brussels', 'Europe/Amsterdam', 'UTC', 'Asia/Tokyo']));
  expect(new Set(result).size).toBe(result.length);
});

let placed = 0;

it.each<readonly [string, object, string | null]>([
  ['both', { latitude: 51.1, longitude: 4.4 }, null],
  ['none', { latitude: null, longitude: null }, null],
  ['on the other side of the earth', { latitude: -45.9, longitude: -170.5 }, null],
  ['half of them', { latitude: 51.1 }, 'Latitude and longitude belong together.'],
  ['a latitude that is none', { latitude: 95, longitude: 4 }, 'Latitude must be between -90 and 90 degrees.'],
  ['a longitude that is none', { latitude: 51, longitude: 181 }, 'Longitude must be between -180 and 180 degrees.'],
])('[COORD1] a location with %s', async (_, at, error) => {
  placed += 1;
  const body = { name: `Somewhere ${placed}`, owned_by: 'org-de-linde', timezone: 'Europe/Brussels', ...at };
  const outcome = await ask(server.it().address, postCreateLocation, { body, token: tokenOf() });
  if (error !== null) return expect(outcome).toMatchObject({ status: 400, error: `Invalid: ${error}` });
  return expect(outcome).toMatchObject({ ok: true, answer: { result: { latitude: null, longitude: null, ...at } } });
});

it('[COORD1] coordinates are corrected and taken away; another change leaves them', async () => {
  placed += 1;
  const given = { name: `Somewhere ${placed}`, owned_by: 'org-de-linde', timezone: 'Europe/Brussels', latitude: 51, longitude: 4 };
  const { result } = await answerOf(server.it().address, postCreateLocation, { body: given, token: tokenOf() });
  const correct = (body: Body) =>
    ask(server.it().address, postUpdateLocation, { params: { id: result.id }, body, token: tokenOf(adminOf('de-linde')) });
  expect(await correct({ longitude: 5 })).toMatchObject({ answer: { result: { latitude: 51, longitude: 5 } } });
  expect(await correct({ address: 'Dorp 1' })).toMatchObject({ answer: { result: { latitude: 51, longitude: 5 } } });
  expect(await correct({ latitude: null })).toMatchObject({ status: 400 });
  expect(await correct({ latitude: null, longitude: null })).toMatchObject({ answer: { result: { latitude: null, longitude: null } } });
});

const house: Body = { name: 'Kas 20', client_name: 'Noord', location_id: 'loc-de-linde', map_id: 'de-linde-2' };
const createHouse = (body: Body, groups = staff) => ask(server.it().address, postCreateGreenhouse, { body, token: tokenOf(groups) });
const updateHouse = (id: string, body: Body, groups = staff) =>
  ask(server.it().address, postUpdateGreenhouse, { params: { id }, body, token: tokenOf(groups) });

it('[CALL-052] [OPEN-64] a greenhouse is created, also without a map', async () => {
  expect(await createHouse(house, adminOf('de-linde'))).toMatchObject({ ok: true, answer: { result: house } });
  expect(await createHouse({ name: 'Kas 21', location_id: 'loc-de-linde' })).toMatchObject({
    answer: { result: { client_name: null, map_id: null } },
  });
  const listed = await answerOf(server.it().address, getGreenhouses, { query: { per_page: 100 }, token: tokenOf() });
  expect(listed.results).toContainEqual(expect.objectContaining(house));
});

it.each([
  ['of no name', { name: '' }, 400, 'Invalid: Name cannot be empty.'],
  ['of a name that is taken', { name: 'kas 1' }, 409, 'Conflict: Another greenhouse of this location has the same name.'],
  ['of an unknown map', { map_id: 'nowhere-1' }, 400, 'Invalid: There is no such map.'],
  ['of a foreign map', { map_id: 'hortus-noord-1' }, 400, 'Invalid: There is no such map.'],
  ['of an unknown location', { location_id: 'loc-nowhere' }, 400, 'Invalid: There is no such location.'],
  ['of a foreign location', { location_id: 'loc-hortus-noord' }, 400, 'Invalid: There is no such location.'],
  ['of no location', { location_id: '' }, 400, 'Invalid: Location cannot be empty.'],
] as const)('[CALL-052] [PLACE4] a greenhouse %s is refused', async (_what, more, status, error) => {
  expect(await createHouse({ ...house, name: 'Refused', ...more }, adminOf('de-linde'))).toMatchObject({ ok: false, status, error });
});

it('[LOC-023] [CALL-053] [OPEN-65] [GAP-106] an update of a greenhouse changes what is reported and skips what is empty', async () => {
  const before = await updateHouse('gh-de-linde-1', { client_name: 'Eerste' }, adminOf('de-linde'));
  expect(before).toMatchObject({ answer: { result: { name: 'Kas 1', client_name: 'Eerste', map_id: 'de-linde-1' } } });
  const after = await updateHouse('gh-de-linde-1', { name: '', client_name: '', map_id: '' });
  expect(after).toMatchObject({ answer: { result: { name: 'Kas 1', client_name: 'Eerste', map_id: 'de-linde-1' } } });
});

it.each([support, adminOf('de-linde')])(
  '[LOC-024] [ROLE-024] [LOCS3] others than a system_admin cannot change the location of a greenhouse (%s)',
  async (...groups) => {
    const outcome = await updateHouse('gh-de-linde-2', { name: 'Moved', location_id: 'loc-aardbei-vennen' }, groups);
    expect(outcome).toMatchObject({ status: 403, error: 'Forbidden: Only a system_admin can change the location of a greenhouse.' });
  },
);

it('[LOC-014] [LOC-024] [CALL-056] [OPEN-62] a system_admin moves a greenhouse; each location lists its own', async () => {
  const of = async (id: string) =>
    (await answerOf(server.it().address, getGreenhousesOfLocation, { params: { id }, token: tokenOf() })).result.map((one) => one.id);
  expect(await of('loc-de-linde')).toContain('gh-de-linde-3');
  expect(await updateHouse('gh-de-linde-3', { location_id: 'loc-fenland' })).toMatchObject({ ok: true });
  expect(await of('loc-de-linde')).not.toContain('gh-de-linde-3');
  expect(await of('loc-fenland')).toContain('gh-de-linde-3');
});

it('[CALL-057] [OPEN-63] the greenhouse of a map, null for a map of none', async () => {
  const of = async (mapId: string, groups = staff) =>
    (await answerOf(server.it().address, getGreenhouseByMap, { params: { mapId }, token: tokenOf(groups) })).result;
  expect(await of('van-houte-2')).toMatchObject({ id: 'gh-van-houte-2', map_id: 'van-houte-2' });
  expect(await of('nowhere')).toBeNull();
  expect(await of('van-houte-2', adminOf('de-linde'))).toBeNull();
});

const createOrganisation = (body: Body, groups = staff) =>
  ask(server.it().address, postCreateOrganisation, { body, token: tokenOf(groups) });
const updateOrganisation = (id: string, body: Body, groups = staff) =>
  ask(server.it().address, postUpdateOrganisation, { params: { id }, body, token: tokenOf(groups) });

it('[CALL-060] [OPEN-68] [LOCS5] staff create an organisation; nobody else may, and nobody else sees it', async () => {
  const outcome = await createOrganisation({ name: 'Nieuw', client_name: 'N' }, support);
  expect(outcome).toMatchObject({ ok: true, answer: { result: { name: 'Nieuw', client_name: 'N' } } });
  expect(outcome.text).not.toContain('authentication_group');
  expect(await createOrganisation({ name: 'Nieuwer' }, adminOf('de-linde'))).toMatchObject({ status: 403 });
  expect(await createOrganisation({ name: ' nieuw' })).toMatchObject({
    status: 409,
    error: 'Conflict: Another organisation has the same name.',
  });
  expect(await createOrganisation({ name: '' })).toMatchObject({ status: 400 });
});

it('[ORG1] a new organisation has a group of its own at once, made from its name or given by a system_admin', async () => {
  const groupOf = async (body: Body) => {
    const { result } = await answerOf(server.it().address, postCreateOrganisation, { body, token: tokenOf() });
    return result.authentication_group;
  };
  expect(await groupOf({ name: 'Kwekerij Böş & Zn.' })).toBe('organisation:kwekerij-bo-s-zn');
  expect(await groupOf({ name: 'Kwekerij Böş, Zn' })).toBe('organisation:kwekerij-bo-s-zn-2');
  expect(await groupOf({ name: '株式会社' })).toBe('organisation:company');
  expect(await groupOf({ name: 'Given', authentication_group: ' given ' })).toBe('given');
  expect(await createOrganisation({ name: 'Taken', authentication_group: 'given' })).toMatchObject({ status: 409 });
  expect(await createOrganisation({ name: 'Type', authentication_group: 'user_type:system_admin' })).toMatchObject({ status: 400 });
  expect(await createOrganisation({ name: 'Support', authentication_group: 'x' }, support)).toMatchObject({ status: 403 });
  const members = tokenOf(['user_type:organisation_admin', 'organisation:kwekerij-bo-s-zn']);
  expect((await answerOf(server.it().address, getOrganisations, { token: members })).total).toBe(1);
});

it("[CALL-061] [OPEN-69] [GAP-106] an organisation is renamed by those who see it; its group is a system_admin's", async () => {
  expect(await updateOrganisation('org-de-linde', { client_name: 'Linde' }, adminOf('de-linde'))).toMatchObject({
    answer: { result: { client_name: 'Linde' } },
  });
  for (const groups of [support, adminOf('de-linde')]) {
    expect(await updateOrganisation('org-de-linde', { name: 'X', authentication_group: 'organisation:x' }, groups)).toMatchObject({
      status: 403,
      error: 'Forbidden: Only a system_admin can change the authentication group of an organisation.',
    });
  }
  expect(await updateOrganisation('org-de-linde', { authentication_group: 'organisation:fenland' })).toMatchObject({ status: 409 });
  expect(await updateOrganisation('org-de-linde', { authentication_group: 'user_type:system_admin' })).toMatchObject({ status: 400 });
  expect(await updateOrganisation('org-de-linde', { name: 'Fenland growers' })).toMatchObject({ status: 409 });
});

it('[CALL-061] a new group lets its members in at once and the former ones out', async () => {
  const seen = async (group: string) =>
    (await answerOf(server.it().address, getOrganisations, { token: tokenOf(['user_type:organisation_user', group]) })).total;
  expect(await updateOrganisation('org-fenland', { authentication_group: 'organisation:fen' })).toMatchObject({
    answer: { result: { authentication_group: 'organisation:fen' } },
  });
  expect([await seen('organisation:fen'), await seen('organisation:fenland')]).toEqual([1, 0]);
});

it('[LOC-015] [LOC-034] an organisation answers its locations with greenhouses and deployments', async () => {
  const { result } = await answerOf(server.it().address, getOrganisation, { params: { id: 'org-van-houte' }, token: tokenOf() });
  const place = result.locations?.find(({ id }) => id === 'loc-van-houte');
  expect(place?.greenhouses?.map(({ id }) => id)).toEqual(['gh-van-houte-1', 'gh-van-houte-2']);
  expect(place?.deployments?.length).toBeGreaterThan(0);
});

/** Changes rows without the checks of the server, as an earlier version or an import did. */
async function withDatabase(act: (database: ReturnType<typeof openTestDatabase>) => Promise<unknown>): Promise<void> {
  const database = openTestDatabase(server.it().databaseUrl);
  await act(database);
  await database.destroy();
}
const LONG = 'x'.repeat(120);

it('[PATCH1] [LOCS1] values of a location that would be refused are in the way of no other change, also when they are sent along', async () => {
  await made({ ...linde, name: 'Double' });
  await made({ ...linde, name: 'Double', owned_by: 'org-hortus-noord' });
  const { id } = await made({ ...linde, name: 'Single' });
  const stored = { name: 'Double', client_name: LONG, timezone: 'Nowhere/Old' };
  await withDatabase((database) => database.updateTable('location').set(stored).where('id', '=', id).execute());
  expect(await update(id, { address: 'Kerkstraat 2' })).toMatchObject({ answer: { result: { ...stored, address: 'Kerkstraat 2' } } });
  expect(await update(id, { ...stored, owned_by: 'org-de-linde', address: 'Dorp 3' })).toMatchObject({ ok: true });
  expect(await update(id, { name: 'double' })).toMatchObject({ status: 409 });
  expect(await update(id, { client_name: `${LONG}x` })).toMatchObject({ status: 400 });
  // The name competes with others at another owner.
  expect(await update(id, { owned_by: 'org-hortus-noord' })).toMatchObject({ status: 409 });
  expect(await update(id, { owned_by: 'org-fenland' })).toMatchObject({ ok: true });
});

it('[PATCH1] [COORD1] stored coordinates that would be refused are in the way of no other change', async () => {
  const { id } = await made({ ...linde, name: 'Half placed' });
  await withDatabase((database) => database.updateTable('location').set({ latitude: 51 }).where('id', '=', id).execute());
  expect(await update(id, { address: 'Dorp 4' })).toMatchObject({ answer: { result: { latitude: 51, longitude: null } } });
  expect(await update(id, { latitude: 52 })).toMatchObject({ status: 400 });
});

it('[PATCH1] [CALL-053] values of a greenhouse that would be refused are in the way of no other change, also when they are sent along', async () => {
  for (const name of ['Kas 60', 'Kas 61']) expect(await createHouse({ name, location_id: 'loc-van-houte' })).toMatchObject({ ok: true });
  const created = await createHouse({ name: 'Kas 62', location_id: 'loc-de-linde' });
  await createHouse({ name: 'Kas 60', location_id: 'loc-de-linde' });
  const id = created.ok ? created.answer.result.id : '';
  const stored = { name: 'Kas 60', client_name: LONG };
  await withDatabase((database) => database.updateTable('greenhouse').set(stored).where('id', '=', id).execute());
  expect(await updateHouse(id, { ...stored, map_id: 'de-linde-2' })).toMatchObject({
    answer: { result: { ...stored, map_id: 'de-linde-2' } },
  });
  expect(await updateHouse(id, { name: 'kas 60' })).toMatchObject({ status: 409 });
  expect(await updateHouse(id, { location_id: 'loc-van-houte' })).toMatchObject({ status: 409 });
});

it('[PATCH1] [CALL-061] values of an organisation that would be refused are in the way of no other change, also when they are sent along', async () => {
  const { result } = await answerOf(server.it().address, postCreateOrganisation, { body: { name: 'Once' }, token: tokenOf() });
  const stored = { name: 'Fenland growers', mail_domains: ['odd'] };
  await withDatabase((database) => database.updateTable('organisation').set(stored).where('id', '=', result.id).execute());
  expect(await updateOrganisation(result.id, { ...stored, client_name: 'F' })).toMatchObject({
    answer: { result: { ...stored, client_name: 'F' } },
  });
  expect(await updateOrganisation(result.id, { name: 'fenland growers' })).toMatchObject({ status: 409 });
  expect(await updateOrganisation(result.id, { mail_domains: ['odd', 'two.example'] })).toMatchObject({ status: 400 });
});
