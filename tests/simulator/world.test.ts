import { expect, it } from 'vitest';
import {
  configurationMessage,
  dataMessage,
  identityMessage,
  logMessage,
  resultMessage,
  stateMessage,
  type DataMessage,
} from '#contract/messages/deviceMessage';
import { tagState } from '#contract/fleet/reportedState';
import { activityOf } from '#domain/devices/activity';
import { isInError, isTreating } from '#domain/devices/treating';
import { CHARGER, siteOf } from '#server/simulator/company/planShape';
import type { RobotMessage } from '#server/simulator/simulation/robotMessage';
import { aCompany, isKeptState, simulate, statesBySerial } from './simulate.ts';

const HOUR_SECONDS = 3_600;
const states = (messages: readonly RobotMessage[]) =>
  messages.flatMap((sent) => (sent.kind === 'state' && !isKeptState(sent) ? [sent] : []));
const dataOf = <Group extends DataMessage['data_group']>(messages: readonly RobotMessage[], group: Group) =>
  messages.flatMap((sent) => (sent.kind === 'data' && isOf(sent.body, group) ? [{ serial: sent.serial, body: sent.body }] : []));

function isOf<Group extends DataMessage['data_group']>(
  body: DataMessage,
  group: Group,
): body is Extract<DataMessage, { data_group: Group }> {
  return body.data_group === group;
}

it('[SIM1] the same seed gives the same messages and the same world, another seed others', () => {
  const once = simulate(120);
  expect(simulate(120)).toEqual(once);
  expect(simulate(120, { seed: 12 }).messages).not.toEqual(once.messages);
});

it('[SIM2] every message of ten minutes fits the contract, whole', () => {
  const { messages } = simulate(600);
  const schemas = {
    state: stateMessage,
    data: dataMessage,
    result: resultMessage,
    log: logMessage,
    configuration: configurationMessage,
    identity: identityMessage,
  };
  const parsed = messages.map(({ kind, body }) => schemas[kind].parse(body));
  expect(parsed).toEqual(messages.map(({ body }) => body));
  expect(messages.length).toBeGreaterThan(4_000);
});

it('[SIM3] for an hour battery and pose stay possible, and treated lanes within the asked ones', () => {
  let seen = 0;
  const { messages } = simulate(HOUR_SECONDS, {
    each: ({ robots }) => {
      for (const { battery, x, y, build } of robots) {
        const { left, right, bottom, top } = siteOf(build.plan);
        const isPossible = battery >= 0 && battery <= 100 && x >= left && x <= right && y >= bottom && y <= top;
        seen += isPossible ? 1 : 0;
      }
    },
  });
  expect(seen).toBe(HOUR_SECONDS * 22);
  const treatments = dataOf(messages, 'treatment').map(({ body }) => body.data);
  expect(treatments.length).toBeGreaterThan(50);
  expect(treatments.filter((sent) => sent.total_treated + sent.total_failed > sent.total_asked)).toEqual([]);
  expect(treatments.filter((sent) => sent.finish_status === 'fully_completed' && sent.total_treated !== sent.total_asked)).toEqual([]);
});

it('[SIM3] the time a robot tells never goes back, and each report of its state is later than the one before', () => {
  const bySerial = statesBySerial(simulate(900).messages);
  const backwards = [...bySerial].filter(([, sent]) => sent.some(({ time }, index) => index > 0 && time <= (sent[index - 1]?.time ?? '')));
  expect(backwards).toEqual([]);
  expect(bySerial.size).toBeGreaterThan(18);
});

it('[SIM4] in an hour every row of the activity table occurs', () => {
  const shown = new Set(states(simulate(HOUR_SECONDS).messages).map(({ body }) => activityOf(tagState(body.state)).label));
  expect([...shown]).toEqual(
    expect.arrayContaining([
      'Error',
      'Idle',
      'Reconfiguring Software',
      'Manual Driving',
      'Waiting to start treatment',
      'In Recovery',
      'Finishing Current Lane',
      'Starting the treatment',
      'In Calibration',
      'Initializing',
      'Autonomously Driving',
      'Executing UV Treatment',
      'Moving Sideshift',
      'Executing Unknown Action (self_test)',
      '-',
    ]),
  );
});

it('[SIM4] errors come with a code of the catalogue, stop the robot, and end', () => {
  const known = Object.keys(aCompany().errorCodes);
  const bySerial = statesBySerial(simulate(HOUR_SECONDS).messages);
  const wrong = [...bySerial.values()]
    .flat()
    .filter(({ state }) => state.current_state === 'error' && (state.current_velocity !== 0 || !known.includes(state.error_code ?? '')));
  expect(wrong).toEqual([]);
  const ends = [...bySerial.values()].flatMap((sent) =>
    sent.filter(({ state }, index) => sent[index - 1]?.state.current_state === 'error' && state.current_state !== 'error'),
  );
  expect(ends.length).toBeGreaterThan(5);
});

it('[SIM5] the day begins in a lively mix, as the fleet table counts it', () => {
  const company = aCompany();
  const types = new Map(company.devices.map(({ serial, device_type }) => [serial, device_type]));
  const sent = states(simulate(1).messages).map(({ serial, body }) => ({ type: types.get(serial) ?? '', state: tagState(body.state) }));
  expect(sent).toHaveLength(20);
  expect(sent.filter(({ state }) => isInError(state))).toHaveLength(2);
  const treating = sent.filter(({ type, state }) => isTreating(type, state, true)).length;
  expect(treating).toBeGreaterThanOrEqual(8);
  expect(treating).toBeLessThanOrEqual(12);
});

it('[SIM5] the device never seen and the decommissioned one say nothing; one clock is seven minutes slow', () => {
  const { messages, world } = simulate(60);
  expect(messages.filter(({ serial }) => serial === 'DV-0107' || serial === 'XA-0006')).toEqual([]);
  const late = new Set(
    states(messages)
      .filter(({ body }) => world.at - Date.parse(body.time) > 5 * 60_000)
      .map(({ serial }) => serial),
  );
  expect([...late]).toEqual(['LF-0162-24']);
});

it('[SIM5] software of every status, a Keep Alive plan, no SIM, valid and invalid maps all occur', () => {
  const { messages } = simulate(1);
  const statuses = new Set(dataOf(messages, 'sw_version').map(({ body }) => body.data.software_status));
  expect(statuses).toEqual(new Set(['False', 'MissingExpected', 'NUC_error', 'PI_error', 'True']));

  const sims = dataOf(messages, 'sim_info').map(({ body }) => body.data);
  expect(sims.map((sim) => sim?.rate_plan)).toEqual(expect.arrayContaining(['Keep Alive 10 MB', undefined]));
  const maps = dataOf(messages, 'map_data').flatMap(({ body }) => Object.values(body.data));
  expect(maps.filter(({ valid }) => valid).length).toBeGreaterThan(10);
  expect(maps.filter(({ valid, errors }) => !valid && Object.keys(errors ?? {}).length > 0).length).toBeGreaterThan(0);
  expect(maps.every(({ version }) => version.split('#').length === 9)).toBe(true);
});

it('[SIM5] a DIV01 fills every field of its own', () => {
  const divo = states(simulate(1).messages).find(({ serial }) => serial === 'DV-0102');
  const own = Object.entries(divo?.body.state ?? {}).filter(([field]) => /^(state|error|di_state|rp_state|implement_)/.test(field));
  expect(own.map(([field]) => field)).toHaveLength(15);
  expect(divo?.body.state.current_state).toBeUndefined();
});

it('[SIM3] a robot that charges stands at the charger', () => {
  const { world } = simulate(HOUR_SECONDS);
  const idle = world.robots.filter(({ phase }) => phase === 'idle');
  expect(idle.length).toBeGreaterThan(0);
  expect(idle.map(({ x, y }) => [x, y])).toEqual(idle.map(() => [CHARGER.x, CHARGER.y]));
});

it('[SIM4] tools treat no lanes', () => {
  const { messages } = simulate(HOUR_SECONDS);
  const treating = new Set(dataOf(messages, 'treatment').map(({ serial }) => serial));
  expect([...treating].filter((serial) => /^(UV|SP)-/.test(serial))).toEqual([]);
  expect(treating.size).toBeGreaterThan(14);
});
