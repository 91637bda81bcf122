import { beforeAll, expect, it } from 'vitest';
import { getIncidents } from '#contract/incident';
import { getEvents, getLogs } from '#contract/devices/deviceEvent';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { anIncident } from '../support/anIncident.ts';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
const MINUTE_MS = 60_000;
let device: TestDevice;
beforeAll(async () => {
  device = await server.it().device(SERIAL);
});

/** Writes an instant with an offset, such as `+16:00`. */
function written(at: number, offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const ahead = (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1);
  return new Date(at + ahead * MINUTE_MS).toISOString().replace('Z', offset);
}

it.each(['+15:59', '+16:00', '+23:59', '-16:00', '-23:59', '-00:00'])(
  '[DOOR1] a device whose times have the offset %s loses neither them nor what it reports beside them',
  async (offset) => {
    const { address } = server.it();
    const token = server.it().identity.issue(staff);
    const at = Date.now() - 10 * MINUTE_MS;
    const time = (minutes: number) => written(at + minutes * MINUTE_MS, offset);
    const name = `of ${offset}`;
    const log = (message: object) => device.publish(deviceTopic(SERIAL, 'log'), JSON.stringify(message));
    const during = { creation_time: time(0), start_time: time(1), finish_time: time(2) };
    // What the device sends at once is written at once. Its clock is right.
    await Promise.all([
      device.report({ current_state: 'idle' }, { time: time(10) }),
      log({ kind: 'event', time: time(1), level: 'info', message: name }),
      log({ kind: 'event', time: new Date(at).toISOString(), level: 'info', message: `beside ${name}` }),
      log({ kind: 'file', time: time(1), database_id: name, timestamp: time(1) }),
      log(anIncident(name, { time: time(1), upload_started: time(2) })),
      device.tell('treatment', aTreatment(name, during), time(3)),
    ]);
    const of = { params: { serial: SERIAL }, query: { per_page: 100 }, token };
    const events = async () => (await answerOf(address, getEvents, of)).results.map(({ message }) => message);
    await until('the events', async () => (await events()).includes(`beside ${name}`) && (await events()).includes(name));
    expect((await events()).filter((message) => message?.includes('cannot hold it'))).toEqual([]);
    const files = (await answerOf(address, getLogs, of)).result;
    expect(files.find(({ database_id }) => database_id === name)?.timestamp).toBe(new Date(at + MINUTE_MS).toISOString());
    const incidents = (await answerOf(address, getIncidents, { query: { per_page: 100 }, token })).incidents;
    expect(incidents.map(({ incident_id }) => incident_id)).toContain(name);
    const treatments = (await answerOf(address, getTreatmentAll, { query: { per_page: 100 }, token })).results;
    expect(treatments.find(({ treatment_id }) => treatment_id === name)).toMatchObject({
      start_time: new Date(at + MINUTE_MS).toISOString(),
    });
    const database = openTestDatabase(server.it().databaseUrl);
    const state = await database.selectFrom('device_state').select('device_time').where('serial', '=', SERIAL).executeTakeFirst();
    await database.destroy();
    expect(state?.device_time.toISOString()).toBe(new Date(at + 10 * MINUTE_MS).toISOString());
  },
);
