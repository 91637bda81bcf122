import { beforeAll, expect, it } from 'vitest';
import { getTakeControl, getUploadData } from '#contract/command';
import { getEvents } from '#contract/devices/deviceEvent';
import { getDevice } from '#contract/devices/device';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncident, getIncidents, getIncidentVideo } from '#contract/incident';
import { getIncidentNotes } from '#contract/incidentNote';
import { getTreatmentAll, getTreatmentDetail } from '#contract/fleet/treatment';
import { aTreatment } from '../support/aTreatment.ts';
import { anIncident } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { aVideo, putIncidentFiles } from '../support/putIncidentFiles.ts';
import { until } from '../support/until.ts';

const server = withServer();
/** Two robots of two customers, which count their incidents and treatments alike. */
const [FIRST, SECOND] = [
  { serial: 'LF-0140-23', customer: 'de-linde' },
  { serial: 'XC-0038-B', customer: 'hortus-noord' },
] as const;
let devices: readonly TestDevice[];
const tokenOf = (customer: string) => server.it().identity.issue(userOf(customer), { username: customer });
const token = () => server.it().identity.issue(staff, { username: 'an', name: 'An' });

beforeAll(async () => {
  devices = await Promise.all([FIRST, SECOND].map(({ serial }) => server.it().device(serial)));
  for (const device of devices) {
    const log = (message: object) => device.publish(deviceTopic(device.serial, 'log'), JSON.stringify(message));
    await device.stay();
    await device.tell('treatment', aTreatment('t-1', { mission_id: `mission of ${device.serial}` }));
    await log(anIncident('i-1', { treatment_id: 't-1', error_code: '0x1' }));
    const event = { kind: 'event', time: new Date(Date.now() - 60_000).toISOString(), level: 'error' };
    await log({ ...event, message: 'Lane is blocked', action: { incident_id: 'i-1' } });
    await log({ ...event, message: 'Treatment stopped', action: { treatment_id: 't-1' } });
    const seen = () => answerOf(server.it().address, getIncidents, { token: token(), query: { machine_serial: device.serial } });
    await until(`the incident of ${device.serial}`, async () => (await seen()).incidents.length > 0);
  }
});

const wire = (id: string, { serial }: { readonly serial: string }) => (serial === FIRST.serial ? id : `${id}@${serial}`);

it.each([FIRST, SECOND])(
  '[IDENT3] an incident and a treatment of $serial are its customer’s own, though another robot has used the ids',
  async (one) => {
    const { address } = server.it();
    const own = tokenOf(one.customer);
    const { incidents } = await answerOf(address, getIncidents, { token: own, query: {} });
    expect(incidents).toMatchObject([{ incident_id: wire('i-1', one), treatment_id: wire('t-1', one), machine_serial: one.serial }]);
    const treatments = await answerOf(address, getTreatmentAll, { token: own, query: {} });
    const mission_id = `mission of ${one.serial}`;
    expect(treatments.results).toMatchObject([{ id: wire('t-1', one), mission_id, device_serials: [one.serial] }]);
    expect(await ask(address, getTreatmentDetail, { token: own, params: { id: wire('t-1', one) } })).toMatchObject({ ok: true });
    const foreign = one.serial === FIRST.serial ? SECOND : FIRST;
    const { incident } = await answerOf(address, getIncident, { token: own, params: { id: wire('i-1', foreign) } });
    expect(incident ?? null).toBeNull();
    const events = await answerOf(address, getEvents, { token: own, params: { serial: one.serial }, query: {} });
    const actions = events.results.map(({ action }) => action);
    expect(actions).toContainEqual(expect.objectContaining({ incident_id: wire('i-1', one) }));
    expect(actions).toContainEqual(expect.objectContaining({ treatment_id: wire('t-1', one) }));
  },
);

it('[IDENT3] what a robot reports later of its own id changes its own, and a command names the incident as the robot does', async () => {
  const [, device] = devices;
  if (device === undefined) throw new Error('no device');
  const { address } = server.it();
  const id = wire('i-1', SECOND);
  await device.publish(
    deviceTopic(SECOND.serial, 'log'),
    JSON.stringify(anIncident('i-1', { treatment_id: 't-1', error_code: '0x2', node_id: '207' })),
  );
  const errorOf = async (of: string) => (await answerOf(address, getIncident, { token: token(), params: { id: of } })).incident?.error_code;
  await until('it is changed', async () => (await errorOf(id)) === '0x2');
  expect(await errorOf('i-1')).toBe('0x1');
  await device.tell('state_data', { has_wifi: true });
  const received = await device.receive();
  const params = { serial: SECOND.serial };
  await answerOf(address, getTakeControl, { token: token(), params });
  expect(await ask(address, getUploadData, { token: token(), params: { ...params, incident: id } })).toMatchObject({ ok: true });
  await until('it arrived', () => received.some(({ command }) => command === 'upload_data'));
  expect(received.find(({ command }) => command === 'upload_data')?.arguments).toEqual({ incident: 'i-1' });
});

it('[IDENT4] an incident and a treatment with the longest id of two robots have their detail and their files', async () => {
  const { address } = server.it();
  const longest = 'i'.repeat(100);
  for (const device of devices) {
    await device.tell('treatment', aTreatment(longest));
    await device.publish(deviceTopic(device.serial, 'log'), JSON.stringify(anIncident(longest)));
    const id = wire(longest, device);
    const found = async () => (await answerOf(address, getIncident, { token: token(), params: { id } })).incident != null;
    await until(`the incident of ${device.serial}`, found);
    await until(
      `the treatment of ${device.serial}`,
      async () => (await ask(address, getTreatmentDetail, { token: token(), params: { id } })).ok,
    );
    expect(await putIncidentFiles(server.it(), device.serial, longest, { '.mp4': aVideo })).toEqual([204]);
    expect(await ask(address, getIncidentVideo, { token: token(), params: { incident_id: id } })).toMatchObject({ status: 200 });
    expect(await ask(address, getIncidentNotes, { token: token(), params: { id } })).toMatchObject({ status: 200 });
  }
  const tooLong = await ask(address, getIncident, { token: token(), params: { id: 'i'.repeat(201) } });
  expect(tooLong).toMatchObject({ status: 400, error: expect.stringMatching(/^Invalid: /) });
});

it('[IDENT1] what a robot says of itself is in the answer about it, beside what people entered, and replaced by what it says next', async () => {
  const [device] = devices;
  const says = (message: object) => device?.publish(deviceTopic(FIRST.serial, 'identity'), JSON.stringify(message));
  const read = async (as = token()) =>
    (await answerOf(server.it().address, getDevice, { token: as, params: { serial: FIRST.serial } })).result;
  const before = await read();
  expect(before.reported_identity ?? null).toBeNull();
  const time = '2026-11-01T10:00:00.000Z';
  await says({ time, device_type: 'XENION_A6', hardware_revision: 7, components: { drive: 'DRV-1', lidar: { a: 1 } }, software: null });
  await until('it is known', async () => (await read()).reported_identity != null);
  expect(await read(tokenOf(FIRST.customer))).toEqual({
    ...before,
    last_seen: expect.any(String),
    reported_identity: { time, device_type: 'XENION_A6', hardware_revision: '7', components: { drive: 'DRV-1' }, software: {} },
  });
  await says({ time, components: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`part-${index}`, 'x'.repeat(200)])) });
  await until('it is replaced', async () => (await read()).reported_identity?.device_type === null);
  const components = (await read()).reported_identity?.components ?? {};
  expect([Object.keys(components).length, components['part-0']?.length]).toEqual([100, 100]);
});
