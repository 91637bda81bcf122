import { expect, it } from 'vitest';
import type { LogMessage } from '#contract/messages/deviceMessage';
import { errorCodesIn } from '#domain/errorCodes/errorCode';
import { seededRandom } from '#domain/random/seededRandom';
import { HOUR_MS } from '#domain/text/timeUnits';
import type { RobotMessage } from '#server/simulator/simulation/robotMessage';
import { addCommand, changeRobot, type RobotChange } from '#server/simulator/simulation/changeRobot';
import { initialSimulation } from '#server/simulator/simulation/initialSimulation';
import { step, type Simulation } from '#server/simulator/simulation/step';
import { aCompany, aWorld, simulate, NOON } from './simulate.ts';

const SERIAL = 'LF-0140-23';
const logs = (messages: readonly RobotMessage[], serial = SERIAL) =>
  messages.flatMap((one) => (one.kind === 'log' && one.serial === serial ? [one.body] : []));
const events = (entries: readonly LogMessage[]) => entries.flatMap((one) => (one.kind === 'event' ? [one] : []));
const incidents = (entries: readonly LogMessage[]) => entries.flatMap((one) => (one.kind === 'incident' ? [one] : []));
const files = (entries: readonly LogMessage[]) => entries.flatMap((one) => (one.kind === 'file' ? [one] : []));

/** A world whose past has been reported. */
function settled(): Simulation {
  let { world } = aWorld();
  for (let second = 0; second < 12; second += 1) world = step(world, 1_000, seededRandom(3)).world;
  return world;
}
const turned = (world: Simulation) => step(world, 1_000, seededRandom(3));
const eventsAfter = (world: Simulation) => events(logs(turned(world).messages));
const changed = (change: RobotChange) => eventsAfter(changeRobot(settled(), SERIAL, change));

it('[SIM18] an error is reported with its code, a nested one, and its incident; so is its end', () => {
  const broken = changeRobot(settled(), SERIAL, { error_code: '0x03000117' });
  const [raised] = eventsAfter(broken);
  expect(raised).toMatchObject({ level: 'error', message: 'Error raised', data: { error_code: '0x03000117' } });
  expect(errorCodesIn(raised?.data)).toContain('0x03000117');
  expect(raised?.data?.['cause']).toMatchObject({ error_code: expect.stringMatching(/^0x/) });
  expect(raised?.action).toEqual({ incident_id: expect.stringMatching(/^lf-0140-23-[0-9a-f]+$/) });
  const [cleared] = eventsAfter(changeRobot(turned(broken).world, SERIAL, { error_code: null }));
  expect(cleared).toMatchObject({ message: 'Error cleared', data: { error_code: '0x03000117' } });
});

it.each<[RobotChange, string, string]>([
  [{ battery_level: 12 }, 'warning', 'Low battery'],
  [{ phase: 'initializing' }, 'info', 'Software started'],
  [{ phase: 'recovering' }, 'warning', 'Recovery started'],
])('[SIM18] %j is reported as %s: %s', (change, level, message) => {
  expect(changed(change)).toEqual(expect.arrayContaining([expect.objectContaining({ level, message })]));
});

const command = {
  command_id: 'c',
  arguments: {},
  given_at: new Date(NOON).toISOString(),
  expires_at: new Date(NOON + HOUR_MS).toISOString(),
  epoch: 1,
};

it('[SIM18] a change of control and a stop are reported', () => {
  const taken = eventsAfter(addCommand(settled(), SERIAL, { ...command, command: 'take_control', controller: 'an' }));
  expect(taken).toMatchObject([{ level: 'info', message: 'Control changed', data: { controller: 'an' } }]);
  const [stopped] = eventsAfter(addCommand(settled(), SERIAL, { ...command, command: 'stop_immediately' }));
  expect(stopped).toMatchObject({ message: 'Treatment stopped', action: { treatment_id: expect.any(String) } });
});

it('[SIM18] a changed configuration is reported with its name and without its value', () => {
  const given = { file_name: 'navigation.yaml', config_name: 'lane_entry_note', new_value: 'secret' };
  const [reported] = eventsAfter(turned(addCommand(settled(), SERIAL, { ...command, command: 'config', arguments: given })).world);
  expect(reported).toMatchObject({ message: 'Config changed', data: { file_name: 'navigation.yaml', config_name: 'lane_entry_note' } });
  expect(JSON.stringify(reported)).not.toContain('secret');
});

it('[SIM18] in an hour every level occurs, and every treatment that ended is reported', () => {
  const { messages } = simulate(3_600);
  const sent = messages.flatMap((one) => (one.kind === 'log' && one.body.kind === 'event' ? [one.body] : []));
  expect([...new Set(sent.map(({ level }) => level))].toSorted()).toEqual(['error', 'fatal', 'info', 'success', 'warning']);
  const ended = messages.flatMap((one) =>
    one.kind === 'data' && one.body.data_group === 'treatment' && one.body.data.finish_time !== null ? [one.body.data.treatment_id] : [],
  );
  const reported = new Set(sent.flatMap(({ action }) => (action != null && 'treatment_id' in action ? [action.treatment_id] : [])));
  expect(ended.filter((id) => !reported.has(id))).toEqual([]);
});

it('[SIM19] every few minutes there is a new log file, each with an id of its own', () => {
  const during = files(logs(simulate(1_800).messages)).filter(({ timestamp }) => Date.parse(timestamp) > NOON);
  expect(during.length).toBeGreaterThanOrEqual(3);
  expect(during.length).toBeLessThanOrEqual(8);
  expect(new Set(during.map(({ database_id }) => database_id)).size).toBe(during.length);
});

const past = (at: number, devices = 24) => {
  const world = initialSimulation({ company: aCompany(devices), at, random: seededRandom(11) });
  const known = world.robots.find(({ build }) => build.serial === SERIAL)?.log;
  const entries = [...(known?.past ?? []).toReversed(), ...(known?.entries ?? [])];
  return entries.flatMap((entry) => (entry.kind === 'states' ? [] : [entry]));
};

it('[SIM20] [CONST-014] a robot begins with some forty events and a dozen log files of the last 48 hours, errors among them', () => {
  const entries = past(NOON);
  expect(events(entries).length).toBeGreaterThan(25);
  expect(events(entries).length).toBeLessThan(60);
  expect(files(entries).length).toBeGreaterThanOrEqual(11);
  expect(events(entries).filter(({ message }) => message === 'Error raised').length).toBeGreaterThan(3);
  const outside = entries.filter(({ time }) => Date.parse(time) < NOON - 48 * HOUR_MS || Date.parse(time) > NOON);
  expect(outside).toEqual([]);
});

it('[SIM20] a start an hour later tells the same again', () => {
  const isSame = (entry: LogMessage) => Date.parse(entry.time) > NOON - 40 * HOUR_MS && Date.parse(entry.time) < NOON - HOUR_MS;
  const once = past(NOON).filter(isSame);
  const known = new Set(past(NOON + HOUR_MS).map((entry) => JSON.stringify(entry)));
  const isOfTreatment = (entry: LogMessage) =>
    (entry.kind === 'event' && 'treatment_id' in (entry.action ?? {})) || (entry.kind === 'incident' && entry.treatment_id !== null);
  const made = once.filter((entry) => !isOfTreatment(entry));
  expect(made.length).toBeGreaterThan(20);
  expect(made.filter((entry) => !known.has(JSON.stringify(entry)))).toEqual([]);
});

it('[SIM20] it is reported ten entries a step, newest first, once', () => {
  const entries = past(NOON);
  const { world: start, random } = aWorld();
  let world = start;
  const reported: LogMessage[] = [];
  for (let second = 0; second < 20; second += 1) {
    const next = step(world, 1_000, random);
    const sent = logs(next.messages);
    expect(sent.length).toBeLessThanOrEqual(10);
    reported.push(...sent);
    world = next.world;
  }
  expect(reported.filter(({ time }) => Date.parse(time) <= NOON)).toEqual(entries.toReversed());
  expect(files(reported).map(({ database_id }) => database_id)).toHaveLength(files(entries).length);
});

it('[SIM20] in a fleet of a thousand each has little to tell, in one of thousands nothing', () => {
  expect(past(NOON, 1_000).length).toBeLessThan(12);
  expect(past(NOON, 1_000).length).toBeGreaterThan(1);
  expect(past(NOON, 3_000)).toEqual([]);
});

it('[SIM20] the treatment a robot is at when the world begins has been reported as started', () => {
  const { mission } = aWorld().world.robots.find(({ build }) => build.serial === SERIAL) ?? { mission: null };
  const started = events(past(NOON)).filter(({ message }) => message === 'Treatment started');
  expect(started.map(({ action }) => action)).toContainEqual({ treatment_id: mission?.treatmentId });
});

it('[SIM22] the errors before the beginning are reported as states of then, each over before the next, with the sequence numbers of then', () => {
  const { world, random } = aWorld();
  const sent: RobotMessage[] = [];
  let now = world;
  for (let second = 0; second < 12; second += 1) {
    const next = step(now, 1_000, random);
    sent.push(...next.messages);
    now = next.world;
  }
  const states = sent.flatMap((one) => (one.kind === 'state' && one.serial === SERIAL ? [one.body] : []));
  const [present, ...rest] = states;
  const kept = rest.filter(({ time }) => Date.parse(time) < NOON);
  expect(kept.every(({ sequence }) => sequence < (present?.sequence ?? 0))).toBe(true);
  const inOrder = kept.toSorted((one, other) => one.sequence - other.sequence);
  expect(inOrder).toEqual(kept.toSorted((one, other) => one.time.localeCompare(other.time)));
  const began = inOrder.filter(({ state }) => state.current_state === 'error').map(({ time }) => time);
  const raised = events(past(NOON)).filter(({ message }) => message === 'Error raised');
  expect(began).toEqual(raised.map(({ time }) => time));
  expect(inOrder.map(({ state }) => state.current_state === 'error')).toEqual(inOrder.map((_, index) => index % 2 === 0));
  expect(sent.filter((one) => one.kind === 'state' && Date.parse(one.body.time) < NOON - 600_000).length).toBeGreaterThan(200);
});

const named = (entries: readonly LogMessage[]) =>
  events(entries).flatMap(({ time, action }) => (action != null && 'incident_id' in action ? [`${time} ${action.incident_id}`] : []));

it('[SIM24] every event that names an incident comes with it, at the same instant, in the past too', () => {
  const { robots } = aWorld().world;
  const reported = robots.flatMap(({ log: diary }) => diary.past.flatMap((entry) => (entry.kind === 'states' ? [] : [entry])));
  const made = incidents(reported);
  expect(made.map(({ time, incident_id }) => `${time} ${incident_id}`).toSorted()).toEqual(named(reported).toSorted());
  expect(made.length).toBeGreaterThan(150);
  expect(made.filter(({ manually_triggered, error_code }) => manually_triggered !== (error_code === null))).toEqual([]);
  for (const some of [made.filter((one) => one.manually_triggered), made.filter((one) => one.upload_finished !== null)]) {
    expect(some.length).toBeGreaterThan(3);
    expect(some.length).toBeLessThan(made.length);
  }
});

it('[SIM24] an incident lies in a lane of its map, or at a node outside, and on a mission only while there was one', () => {
  for (const { build, ended, mission, log: diary } of aWorld().world.robots) {
    const treatments = new Set([...ended, ...(mission === null ? [] : [{ mission }])].map((one) => one.mission.treatmentId));
    for (const { node_id, x, y, during_mission, treatment_id, map_id } of incidents(
      diary.past.flatMap((entry) => (entry.kind === 'states' ? [] : [entry])),
    )) {
      const lane = build.lanes.find(({ id }) => id === node_id);
      const reach = lane === undefined ? 0 : Math.max(Math.abs(lane.headY), Math.abs(lane.farY));
      expect([map_id, lane === undefined || (lane.x === x && Math.abs(y ?? 0) <= reach)]).toEqual([build.mapId, true]);
      expect(treatment_id === null || (during_mission && treatments.has(treatment_id))).toBe(true);
    }
  }
});

it('[SIM24] the end of an upload is reported once', () => {
  const ended = simulate(1_800).messages.flatMap((one) =>
    one.kind === 'log' && one.body.kind === 'incident' && one.body.upload_finished !== null ? [one.body.incident_id] : [],
  );
  expect(ended.length).toBeGreaterThan(20);
  expect(ended.filter((id, at) => ended.indexOf(id) !== at)).toEqual([]);
});

it('[SIM24] a robot with WiFi uploads most of its incidents by itself and tells when that began and ended; one without does not', () => {
  const sent = new Map<string, string[]>();
  let world = settled();
  for (const { build } of world.robots) world = changeRobot(world, build.serial, { isOnline: true, forMs: HOUR_MS });
  for (const { build } of world.robots) world = changeRobot(world, build.serial, { error_code: '0x03000117', forMs: HOUR_MS });
  for (let second = 0; second < 60; second += 1) {
    const next = turned(world);
    for (const one of next.messages) {
      if (one.kind !== 'log' || one.body.kind !== 'incident' || Date.parse(one.body.time) < NOON - 600_000) continue;
      const { upload_started, upload_finished } = one.body;
      const word = upload_finished !== null ? 'finished' : upload_started !== null ? 'started' : 'kept';
      sent.set(one.serial, [...(sent.get(one.serial) ?? []), word]);
    }
    world = next.world;
  }
  const wordsOf = (hasWifi: boolean) =>
    world.robots.filter(({ build }) => build.hasWifi === hasWifi).map(({ build }) => (sent.get(build.serial) ?? []).join(' '));
  expect(new Set(wordsOf(false).flatMap((words) => words.split(' ')))).not.toContain('started');
  expect(wordsOf(true).filter((words) => words.includes('started finished')).length).toBeGreaterThan(5);
});
