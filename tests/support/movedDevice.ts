import { getReloadConfig, getTakeControl } from '#contract/command';
import { postConfig } from '#contract/devices/configuration';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import { getDevice, postUpdateDevice } from '#contract/devices/device';
import { postGenerateCredentials } from '#contract/devices/deviceCredential';
import { getEvents } from '#contract/devices/deviceEvent';
import { postMaintenanceDeployment } from '#contract/devices/maintenance';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncidents } from '#contract/incident';
import { getRawState } from '#contract/fleet/machine';
import { HOUR_MS } from '#domain/text/timeUnits';
import { aTreatment } from './aTreatment.ts';
import { anIncident } from './anIncident.ts';
import { answerOf } from './client.ts';
import { adminOf, staff } from './contractServer.ts';
import type { TestDevice } from './testDevice.ts';
import type { TestServer } from './testServer.ts';
import { until } from './until.ts';

/** A device that worked for De Linde until a day ago, and for Hortus Noord since. */
export const MOVED = 'LF-0141-23';
/** How long ago it moved, in ms. */
export const MOVED_AGO_MS = 24 * HOUR_MS;

/** An owner of the device, and the word by which everything of its time is known. */
export interface Era {
  readonly word: 'older' | 'newer';
  readonly organisation: string;
  readonly map_id: string;
  readonly docking_retries: number;
}

/** The former and the present owner. */
export const eras = [
  { word: 'older', organisation: 'de-linde', map_id: 'de-linde-2', docking_retries: 8 },
  { word: 'newer', organisation: 'hortus-noord', map_id: 'hortus-noord-1', docking_retries: 9 },
] as const satisfies readonly Era[];

const tokenOf = ({ identity, now }: TestServer, groups: readonly string[], name: string) =>
  identity.issue(groups, { username: name, name, expiresAt: now() + 48 * HOUR_MS });

/** Writes one of everything that a device reports, each with the word of its owner. */
async function reportAll(server: TestServer, device: TestDevice, { word, map_id }: Era): Promise<void> {
  const ago = (minutes: number) => new Date(server.now() - minutes * 60_000).toISOString();
  const log = (message: object) => device.publish(deviceTopic(MOVED, 'log'), JSON.stringify(message));
  const named = (text: string) => `${word}-${text}`;
  await device.report({ current_state: 'error' });
  // Repeated, so that the state of this owner's time is still there when it is asked for.
  await device.stay({ current_state: named('state'), rp_state: named('rp') });
  await device.tell('metrics', {
    mileage: word === 'older' ? 7_770_001 : 8_880_001,
    laneswitches: 1,
    active_time: 1,
    uv_switches: 1,
    uv_active_time: 1,
  });
  await device.tell('treatment', aTreatment(named('treatment'), { mission_id: named('mission'), map_id }, server.now() - 60_000));
  await device.tell('state_data', { has_wifi: true, 'site/site_id': named('site') });
  const data = { controller: named('controller') };
  for (const action of [null, { treatment_id: named('treatment') }])
    await log({ kind: 'event', time: ago(action === null ? 20 : 19), level: 'info', message: named('event'), data, action });
  await log({ kind: 'file', time: ago(5), database_id: named('file'), timestamp: ago(5) });
  await log(
    anIncident(named('incident'), { time: ago(5), map_id, error_code: named('code'), upload_started: ago(4), upload_finished: ago(3) }),
  );
}

/** Does one of everything that people do with a device. */
async function actAll(server: TestServer, { word, organisation, docking_retries }: Era): Promise<void> {
  const params = { serial: MOVED };
  const token = tokenOf(server, adminOf(organisation), `${word}-person`);
  const { address } = server;
  await answerOf(address, getTakeControl, { token, params });
  await answerOf(address, getReloadConfig, { token, params });
  await answerOf(address, postMaintenanceDeployment, {
    token,
    params,
    body: { deployment: { pi: { username: `${word}-user`, password: `${word}-password` } } },
  });
  const metadata = {
    wifi_password: `${word}-secret`,
    app_login_credentials: { username: `${word}-login`, password: `${word}-password` },
  };
  await answerOf(address, postUpdateDevice, { token, params, body: { metadata } });
  const engineer = tokenOf(server, staff, `${word}-engineer`);
  const edit = { file_name: 'navigation.yaml', config_name: 'docking_retries', new_value: docking_retries };
  await answerOf(address, postConfig, { token: engineer, params, body: edit });
  // Last: it ends the connection of the device.
  await answerOf(address, postGenerateCredentials, { token, params, body: { algorithm_type: 'RSA2048' } });
}

async function live(server: TestServer, device: TestDevice, era: Era): Promise<void> {
  const token = tokenOf(server, staff, 'eye');
  const params = { serial: MOVED };
  await reportAll(server, device, era);
  const isWritten = async () => {
    const [{ state }, { results }, { incidents }] = await Promise.all([
      answerOf(server.address, getRawState, { token, params }),
      answerOf(server.address, getEvents, { token, params }),
      answerOf(server.address, getIncidents, { token, query: { machine_serial: MOVED } }),
    ]);
    const text = JSON.stringify([state, results, incidents]);
    return ['state', 'event', 'incident'].every((name) => text.includes(`${era.word}-${name}`));
  };
  await until(`everything ${era.word} is written`, isWritten);
  await actAll(server, era);
}

/** Ends the deployment of the device, as its owner, and begins one at an organisation, as the staff. */
export async function moveTo(server: TestServer, serial: string, location_id: string): Promise<void> {
  const token = tokenOf(server, staff, 'mover');
  const { result } = await answerOf(server.address, getDevice, { token, params: { serial } });
  const id = result.active_deployment?.id;
  if (id !== undefined) await answerOf(server.address, getCloseDeployment, { token, params: { id } });
  server.clock.offsetMs += 1_000;
  await answerOf(server.address, postDeployDevice, { token, params: { serial }, body: { location_id } });
}

/** Waits until the server has read what the device sent: a report that arrives after a move is of the next owner. New credentials ended its connection. */
async function noMoreOnTheWay(server: TestServer, device: TestDevice): Promise<void> {
  const token = tokenOf(server, staff, 'eye');
  await device.report({ current_state: 'older-state', rp_state: 'older-rp', battery_level: 1 });
  await until('the last report is read', async () => {
    const { state } = await answerOf(server.address, getRawState, { token, params: { serial: MOVED } });
    return state?.battery_level === 1;
  });
}

/** Lets the device work for De Linde, moves it a day ago, and, where `worksOn`, lets it work for Hortus Noord. Its clock is the server's. */
export async function aMovedDevice(server: TestServer, between: () => Promise<void>): Promise<TestDevice> {
  server.clock.offsetMs = -MOVED_AGO_MS - 2 * HOUR_MS;
  const device = await server.device(MOVED);
  await device.obey();
  await live(server, device, eras[0]);
  device.beSilent();
  await noMoreOnTheWay(server, device);
  server.clock.offsetMs = -MOVED_AGO_MS;
  await moveTo(server, MOVED, 'loc-hortus-noord');
  await between();
  server.clock.offsetMs = 0;
  await live(server, device, eras[1]);
  return device;
}
