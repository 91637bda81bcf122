import { expect, it } from 'vitest';
import { seededRandom } from '#domain/random/seededRandom';
import { applyLinks, changeRobot } from '#server/simulator/simulation/changeRobot';
import { step, type Simulation } from '#server/simulator/simulation/step';
import { aWorld, isKeptState } from './simulate.ts';

const SERIAL = 'LF-0140-23';
const random = () => seededRandom(3);
const of = (world: Simulation, dtMs = 1_000) => {
  const turned = step(world, dtMs, random());
  return { world: turned.world, sent: turned.messages.filter((one) => one.serial === SERIAL && !isKeptState(one)) };
};
const kinds = (sent: ReturnType<typeof of>['sent']) =>
  sent.flatMap((one) =>
    one.kind === 'data' ? [one.body.data_group] : one.kind === 'log' || one.kind === 'configuration' ? [] : [one.kind],
  );
const everything = ['state', 'identity', 'sw_version', 'sim_info', 'map_data', 'state_data', 'metrics', 'active_treatment', 'treatment'];

it('[SIM6] a robot reports everything when it first connects, and then what is due', () => {
  const first = of(aWorld().world);
  expect(kinds(first.sent)).toEqual(expect.arrayContaining(everything));
  expect(kinds(of(first.world).sent)).toEqual(['state']);
});

it('[SIM6] without network it says nothing and works on; back again it tells everything', () => {
  const before = of(aWorld().world).world;
  const silent = of(changeRobot(before, SERIAL, { isOnline: false, forMs: 60_000 }));
  expect(silent.sent).toEqual([]);
  const still = of(silent.world, 5_000);
  expect(still.sent).toEqual([]);
  const moved = (world: Simulation) => world.robots.find(({ build }) => build.serial === SERIAL)?.meter.mileage ?? 0;
  expect(moved(still.world)).toBeGreaterThan(moved(silent.world));
  const back = of(changeRobot(still.world, SERIAL, { isOnline: true }));
  expect(kinds(back.sent)).toEqual(expect.arrayContaining(everything));
});

it('[SIM6] an ended treatment is kept until it is delivered, and reported once', () => {
  const { world } = aWorld();
  const muted = applyLinks(world, new Map(world.robots.map(({ build }) => [build.serial, false])));
  const waiting = step(muted, 1_000, random());
  expect(waiting.messages).toEqual([]);
  const untold = waiting.world.robots
    .filter(({ isOnline }) => isOnline)
    .flatMap(({ ended }) => ended.map(({ mission }) => mission.treatmentId));
  expect(untold.length).toBeGreaterThan(3);
  const received = step(applyLinks(waiting.world, new Map(world.robots.map(({ build }) => [build.serial, true]))), 1_000, random());
  const reported = received.messages.flatMap((one) =>
    one.kind === 'data' && one.body.data_group === 'treatment' && one.body.data.finish_time !== null ? [one.body.data.treatment_id] : [],
  );
  expect(reported.toSorted()).toEqual(untold.toSorted());
  const again = step(received.world, 1_000, random()).messages;
  expect(again.filter((one) => one.kind === 'data' && one.body.data_group === 'treatment')).toEqual([]);
});

it.each([
  [{ error_code: '0x03000117' }, { current_state: 'error', error_code: '0x03000117', current_velocity: 0 }],
  [{ phase: 'calibration' as const }, { current_state: 'executing_task', current_task: 'calibration' }],
  [{ phase: 'uv_treatment' as const }, { current_state: 'executing_task', current_task: 'uv_treatment' }],
  [{ phase: 'idle' as const }, { current_state: 'waiting_for_task', current_task: null }],
  [{ battery_level: 7 }, { battery_level: 7 }],
])('[SIM7] a change %j is reported in the next step', (change, expected) => {
  const [sent] = of(changeRobot(of(aWorld().world).world, SERIAL, change)).sent;
  expect(sent).toMatchObject({ kind: 'state', body: { state: expected } });
});

it('[SIM7] an error given from outside ends when it is taken back', () => {
  const broken = of(changeRobot(of(aWorld().world).world, SERIAL, { error_code: '0x01000001', forMs: 3_600_000 })).world;
  const [sent] = of(changeRobot(broken, SERIAL, { error_code: null })).sent;
  expect(sent).toMatchObject({ body: { state: { current_state: 'waiting_for_task', error_code: null } } });
});

it('[SIM7] a robot that is not there cannot be changed', () => {
  expect(() => changeRobot(aWorld().world, 'DV-0107', { battery_level: 1 })).toThrow('no simulated robot DV-0107');
});

it('[SIM6] a robot on the move reports once a second although the steps are a little early or late', () => {
  let { world } = aWorld();
  world = changeRobot(of(world).world, SERIAL, { phase: 'uv_treatment' });
  const reported = [997, 1_004, 999, 1_001, 996, 1_003, 998, 1_002].map((dtMs) => {
    const turned = of(world, dtMs);
    world = turned.world;
    return kinds(turned.sent).filter((kind) => kind === 'state').length;
  });
  expect(reported).toEqual(reported.map(() => 1));
});
