import { beforeAll, expect, it } from 'vitest';
import type { Call } from '#contract/call';
import { calls, type CallName } from '#contract/catalogue/calls';
import { getTakeControl } from '#contract/command';
import { getAllDevices } from '#contract/devices/device';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncidents } from '#contract/incident';
import { getMachines } from '#contract/fleet/machine';
import { getDeployments, getLocations, getOrganisations } from '#contract/place';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { callProblem, rightsOf } from '#domain/people/callRights';
import { roleOf } from '#domain/people/rights';
import { anIncident, standsAt } from '../support/anIncident.ts';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { MOVED, moveTo } from '../support/movedDevice.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';
import { afterMove } from './afterMove.ts';
import { samples } from './samples.ts';

const server = withServer();
const names = Object.keys(calls).filter((name): name is CallName => name in calls);
const business = names.filter((name) => calls[name].access === 'full');
const withObject = business.filter((name) => samples[name].foreign !== undefined);

const people = [
  ['[ROLE-002] system_admin', staff, true],
  ['[ROLE-003] license_support_engineer', support, true],
  ['[ROLE-004] organisation_admin', adminOf('de-linde'), false],
  ['[ROLE-005] organisation_user', userOf('de-linde'), false],
  ['[ROLE-001] somebody of an unknown user type', ['user_type:owner', 'organisation:de-linde'], false],
] as const;
const matrix = people.flatMap(([who, groups, seesAll]) => business.map((name) => [who, name, groups, seesAll] as const));

let cells = 0;

/** The same request about the device that worked for De Linde and works for Hortus Noord; undefined where it names no device or object of one. */
function aboutMoved(name: CallName): Asking | undefined {
  if (samples[name].foreign === undefined) return undefined;
  const text = JSON.stringify(samples[name].mine);
  const moved = text.replaceAll('LF-0140-23', MOVED);
  const asking: Asking = JSON.parse(moved);
  return moved === text ? undefined : asking;
}

/** How De Linde is answered about it: what it is now is unknown to it, what was its own is not. */
function statusOfMoved(name: CallName): number {
  const { mineStatus = 200, unknownStatus = 404 } = samples[name];
  return afterMove[name] === 'past' ? mineStatus : unknownStatus;
}

const send = async (name: CallName, asking: Asking, groups: readonly string[]) => {
  const call: Call = calls[name];
  const token = server.it().identity.issue(groups, { expiresAt: server.it().now() + 360_000 });
  cells += 1;
  if (samples[name].inControl === true) await ask(server.it().address, getTakeControl, { ...asking, token });
  return ask(server.it().address, call, { ...asking, token });
};

/** Data of Hortus Noord or of others than De Linde, as it would appear in an answer. */
const foreign = /hortus|maasdijk|van-houte|fenland|DV-0105|DV-0102|LF-0151|LF-0170|XC-0038|UV-0009|DV-0107|XA-0006/i;

beforeAll(async () => {
  for (const serial of ['LF-0140-23', 'DV-0105', 'DV-0107', MOVED]) {
    const device = await server.it().device(serial);
    await device.report({ current_state: 'error' });
    // The matrix takes longer than a silent device counts as connected.
    await device.obey();
    await device.tell('metrics', { mileage: 1, laneswitches: 1, active_time: 1, uv_switches: 1, uv_active_time: 1 });
    await device.tell('treatment', aTreatment(`of-${serial}`));
    const map_id = ['LF-0140-23', MOVED].includes(serial) ? 'de-linde-2' : 'maasdijk-2';
    await device.publish(deviceTopic(serial, 'log'), JSON.stringify(anIncident(`i-${serial}`, { map_id, time: new Date().toISOString() })));
  }
  const token = server.it().identity.issue(staff);
  await until('four treatments', async () => (await answerOf(server.it().address, getTreatmentAll, { token })).total === 4);
  await until('four incidents', async () => (await answerOf(server.it().address, getIncidents, { token })).total === 4);
  const database = openTestDatabase(server.it().databaseUrl);
  const closed = (id: string, location_id: string) => ({
    id,
    device_serial: 'XA-0006',
    location_id,
    creation_date: new Date(0),
    closed_date: new Date(1),
  });
  await database
    .insertInto('deployment')
    .values([closed('closed-mine', 'loc-de-linde'), closed('closed-theirs', 'loc-hortus-noord')])
    .execute();
  await database.destroy();
  const steps = { data_parsing: { success: false, message: 'The data store did not answer', retry_possible: true } };
  for (const id of ['i-LF-0140-23', `i-${MOVED}`]) await standsAt({ databaseUrl: server.it().databaseUrl, id, steps });
  await until('four machines', async () => Object.keys((await answerOf(server.it().address, getMachines, { token })).result).length === 4);
  await moveTo(server.it(), MOVED, 'loc-hortus-noord');
});

it.each(matrix)(
  '%s asks %s: [SEE1] [RIGHT1] own things are answered, foreign ones as unknown ones',
  async (_who, name, groups, seesAll) => {
    const { mine, foreign: theirs, unknown, staffOnly = false, roles: allowed, unknownStatus = 404, mineStatus = 200 } = samples[name];
    const own = await send(name, mine, groups);
    const role = roleOf(groups);
    const problem = callProblem(calls[name].name, rightsOf(role));
    if (problem !== null) {
      // Refused before anything is looked at, alike for all.
      const asked = [aboutMoved(name), theirs, unknown].flatMap((one) => one ?? []);
      const others = await Promise.all(asked.map((one) => send(name, one, groups)));
      // One that takes a file has none here.
      const refused = calls[name].multipart ? [400, expect.anything()] : [403, expect.stringContaining(`Forbidden: ${problem}`)];
      for (const { status, text } of [own, ...others]) expect([status, text]).toEqual(refused);
      return;
    }
    const isRefused = (staffOnly && !seesAll) || (allowed !== undefined && (role === null || !allowed.includes(role)));
    expect(own.status).toBe(isRefused ? 403 : mineStatus);
    // XA-0006 works for nobody now, and once worked for De Linde: it is listed as what left.
    const text = name === 'getFormerDevices' ? own.text.replaceAll('XA-0006', '') : own.text;
    if (!seesAll) expect(text).not.toMatch(foreign);
    const moved = aboutMoved(name);
    if (moved !== undefined) {
      const { status } = await send(name, moved, groups);
      if (seesAll) expect([200, 403, 404, 409]).toContain(status);
      else expect(status).toBe(isRefused && statusOfMoved(name) !== 404 ? 403 : statusOfMoved(name));
    }
    if (theirs === undefined || unknown === undefined) return;
    const [other, none] = [await send(name, theirs, groups), await send(name, unknown, groups)];
    expect(none).toMatchObject({ ok: unknownStatus === 200, status: unknownStatus });
    if (seesAll) expect(isRefused ? [403] : [200, 404, 409]).toContain(other.status);
    else expect([other.status, other.text]).toEqual([none.status, none.text]);
  },
);

/** Ids beside the one in the path: of others, and of nobody. */
const otherIds: readonly (readonly [what: string, name: CallName, asking: (id: string) => Asking, theirs: string, nobodys: string])[] = [
  [
    'place of a deployment',
    'postDeployDevice',
    (location_id) => ({ params: { serial: 'LF-0140-23' }, body: { location_id } }),
    'loc-hortus-noord',
    'loc-nowhere',
  ],
  [
    'place of a new greenhouse',
    'postCreateGreenhouse',
    (location_id) => ({ body: { name: 'Kas 9', location_id } }),
    'loc-hortus-noord',
    'loc-nowhere',
  ],
  [
    'map of a new greenhouse',
    'postCreateGreenhouse',
    (map_id) => ({ body: { name: 'Kas 9', location_id: 'loc-de-linde', map_id } }),
    'hortus-noord-1',
    'nowhere-1',
  ],
  [
    'map of a greenhouse',
    'postUpdateGreenhouse',
    (map_id) => ({ params: { id: 'gh-de-linde-1' }, body: { map_id } }),
    'hortus-noord-1',
    'nowhere-1',
  ],
  [
    'place of a greenhouse',
    'postUpdateGreenhouse',
    (location_id) => ({ params: { id: 'gh-de-linde-1' }, body: { location_id } }),
    'loc-hortus-noord',
    'loc-nowhere',
  ],
  [
    'owner of a place',
    'postUpdateLocation',
    (owned_by) => ({ params: { id: 'loc-de-linde' }, body: { owned_by } }),
    'org-hortus-noord',
    'org-nowhere',
  ],
  ['organisation of an invitation', 'postCreateUser', (organisation_id) => invitedTo(organisation_id), 'org-hortus-noord', 'org-nowhere'],
  ['device of a push setting', 'postNotificationSettings', (id) => ({ body: { [id]: { mobile_push: true } } }), 'DV-0105', 'DV-9999'],
  ['incident of a device', 'getUploadData', (incident) => ({ params: { serial: 'LF-0140-23', incident } }), 'i-DV-0105', 'i-nobody'],
  ['device of incidents', 'getIncidents', (machine_serial) => ({ query: { machine_serial } }), 'DV-0105', 'DV-9999'],
  ['map of incidents', 'getIncidents', (map_id) => ({ query: { map_id } }), 'maasdijk-2', 'nowhere-1'],
  ['treatment of incidents', 'getIncidents', (treatment_id) => ({ query: { treatment_id } }), 'of-DV-0105', 'of-nobody'],
];
const invitedTo = (organisation_id: string): Asking => ({
  body: { email: 'see8@delinde.example', name: 'A', family_name: 'B', locale: 'nl-BE', user_type: 'organisation_user', organisation_id },
});

it.each(otherIds)('[SEE8] the %s of others answers as that of nobody (%s)', async (_what, name, asking, theirs, nobodys) => {
  const call: Call = calls[name];
  const token = server.it().identity.issue(adminOf('de-linde'));
  const [ofOthers, ofNobody] = [
    await ask(server.it().address, call, { ...asking(theirs), token }),
    await ask(server.it().address, call, { ...asking(nobodys), token }),
  ];
  expect([ofOthers.status, ofOthers.text.replaceAll(theirs, 'ID')]).toEqual([ofNobody.status, ofNobody.text.replaceAll(nobodys, 'ID')]);
});

it('[SEE8] the name of an organisation that the caller may not see is not revealed by a refusal', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(adminOf('de-linde'));
  const rename = (id: string, name: string, asked = token) =>
    ask(address, calls.postUpdateOrganisation, { params: { id }, body: { name }, token: asked });
  expect((await rename('org-de-linde', 'Hortus Noord')).status).toBe(200);
  expect((await rename('org-de-linde', 'De Linde')).status).toBe(200);
  expect((await rename('org-de-linde', 'Hortus Noord', identity.issue(staff))).status).toBe(409);
});

it('[SEE1] the matrix holds every call that names an object of an organisation', () => {
  const inPath = business.filter((name) => calls[name].path.includes('{') && samples[name].ofNobody !== true);
  expect(withObject).toEqual(expect.arrayContaining(inPath));
});

it.each(names.map((name) => [name, calls[name].access] as const))(
  '[ROLE-015] [ROLE-017] [HTTP2] %s (%s) without, with a half, an expired and an unknown token, whatever it names',
  async (name, access) => {
    const { address, identity, now } = server.it();
    const call: Call = calls[name];
    const { mine, foreign: theirs, unknown } = samples[name];
    const objects = access === 'full' ? [mine, theirs, unknown, aboutMoved(name)].filter((one) => one !== undefined) : [mine];
    const half = identity.issue(staff, { secondFactor: false });
    const expired = identity.issue(staff, { expiresAt: now() - 1 });
    const tries = [{}, { token: half }, { token: expired }, { token: 'forged' }, { headers: { authorization: 'Basic YTpi' } }];
    const expected = {
      none: [200, 200, 200, 200, 200],
      pending: [401, 200, 401, 401, 401],
      full: [401, 403, 401, 401, 401],
    }[access];
    for (const asking of objects) {
      cells += tries.length;
      const response = await Promise.all(tries.map((extra) => ask(address, call, { ...asking, ...extra })));
      expect(response.map(({ status }) => status)).toEqual(expected);
      const mfa = response[1];
      if (access === 'full') expect(mfa !== undefined && !mfa.ok && mfa.error).toMatch(/^MfaRequired: /);
    }
  },
);

it('[SEE1] lists and totals count what the caller may see', async () => {
  const { address, identity } = server.it();
  const totals = async (groups: readonly string[]) => {
    const token = identity.issue(groups);
    const response = await Promise.all([getOrganisations, getLocations, getDeployments].map((call) => answerOf(address, call, { token })));
    return response.map(({ total }) => total);
  };
  expect(await totals(staff)).toEqual([5, 6, 22]);
  expect(await totals(adminOf('de-linde'))).toEqual([1, 2, 8]);
  expect(await totals([...adminOf('de-linde'), 'organisation:hortus-noord'])).toEqual([2, 4, 16]);
  expect(await totals(['user_type:organisation_user'])).toEqual([0, 0, 0]);
  expect(await totals([])).toEqual([0, 0, 0]);
});

it('[SEE2] a device that is not deployed is seen by the staff only', async () => {
  const { address, identity } = server.it();
  const seen = async (groups: readonly string[]) => {
    const token = identity.issue(groups);
    const listed = (await answerOf(address, getAllDevices, { token })).result.some(({ serial }) => serial === 'DV-0107');
    return [listed, 'DV-0107' in (await answerOf(address, getMachines, { token })).result];
  };
  expect(await seen(support)).toEqual([true, true]);
  expect(await seen(adminOf('hortus-noord'))).toEqual([false, false]);
});

it('[SEE7] the matrix has a cell for every call, every kind of token and role, and every object: own, foreign, unknown, moved', () => {
  process.stdout.write(`matrix of calls, tokens, roles and objects: ${cells} cells\n`);
  const moved = business.filter((name) => aboutMoved(name) !== undefined).length;
  expect(moved).toBeGreaterThanOrEqual(50);
  const ofRoles = people.length * (business.length + 2 * withObject.length + moved);
  const ofTokens = 5 * (names.length + 2 * withObject.length + moved);
  expect(cells).toBe(ofRoles + ofTokens);
});
