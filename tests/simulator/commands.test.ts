import { expect, it } from 'vitest';
import type { CommandKind } from '#contract/command';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import { seededRandom } from '#domain/random/seededRandom';
import type { RobotMessage } from '#server/simulator/simulation/robotMessage';
import { addCommand, applyLinks, changeRobot } from '#server/simulator/simulation/changeRobot';
import type { Phase } from '#server/simulator/simulation/robot';
import { step, type Simulation } from '#server/simulator/simulation/step';
import { aWorld, isKeptState, NOON } from './simulate.ts';

const SERIAL = 'LF-0140-23';
const SLOW = 'LF-0162-24';
const random = () => seededRandom(3);
const after = (ms: number) => new Date(NOON + ms).toISOString();

function aCommand(command: CommandKind, more: Partial<CommandMessage> = {}): CommandMessage {
  return {
    command_id: `${command} 1`,
    command,
    arguments: {},
    given_at: after(1_000),
    expires_at: after(61_000),
    epoch: null,
    ...more,
  };
}

/** A world a second after its beginning: greeted, so that what follows are changes. */
const greeted = () => step(aWorld().world, 1_000, random()).world;

function turn(world: Simulation, ms: number, serial = SERIAL) {
  const turned = step(world, ms, random());
  const sent = turned.messages.filter((one) => one.serial === serial);
  return {
    world: turned.world,
    sent,
    results: resultsOf(sent),
    states: sent.flatMap((one) => (one.kind === 'state' && !isKeptState(one) ? [one.body.state] : [])),
  };
}
const resultsOf = (sent: readonly RobotMessage[]) =>
  sent.flatMap((one) => (one.kind === 'result' ? [[one.body.command_id, one.body.status, one.body.text ?? null]] : []));
const robotOf = (world: Simulation, serial = SERIAL) => {
  const robot = world.robots.find(({ build }) => build.serial === serial);
  if (robot === undefined) throw new Error(`no ${serial}`);
  return robot;
};
/** All results of commands within `seconds`, in order. */
function resultsIn(world: Simulation, seconds: number, serial = SERIAL) {
  const results: ReturnType<typeof resultsOf> = [];
  let now = world;
  for (let second = 0; second < seconds; second += 1) {
    const turned = turn(now, 1_000, serial);
    results.push(...turned.results);
    now = turned.world;
  }
  return { results, world: now };
}

it('[SIM10] a command is delivered in the next step and done after a while, once', () => {
  const first = turn(addCommand(greeted(), SERIAL, aCommand('reload_config')), 1);
  expect(first.results).toEqual([['reload_config 1', 'delivered', null]]);
  expect(resultsIn(first.world, 20).results).toEqual([['reload_config 1', 'done', null]]);
});

it('[SIM10] a command for nobody changes nothing', () => {
  const world = greeted();
  expect(addCommand(world, 'LF-9999-99', aCommand('sync'))).toEqual(world);
});

it('[SIM11] a command that comes again is not done again; its last answer is', () => {
  const given = { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: 0.3 };
  const once = resultsIn(addCommand(greeted(), SERIAL, aCommand('config', { arguments: given })), 3);
  const again = turn(addCommand(once.world, SERIAL, aCommand('config')), 1);
  expect(again.results).toEqual([['config 1', 'done', null]]);
  expect(robotOf(again.world).commandInbox.works).toEqual([]);
  expect(resultsIn(again.world, 5).results).toEqual([]);
});

it('[SIM11] two hundred commands are remembered', () => {
  let world = greeted();
  for (let index = 0; index < 201; index += 1) world = addCommand(world, SERIAL, aCommand('take_control', { command_id: `take ${index}` }));
  const { answered } = robotOf(turn(world, 1).world).commandInbox;
  expect([answered.length, answered[0]?.command_id, answered.at(-1)?.command_id]).toEqual([200, 'take 1', 'take 200']);
});

const late = { given_at: after(-60_000), expires_at: after(-1_000) };

it('[SIM12] a command that comes too late fails and does nothing', () => {
  const { results, world } = turn(addCommand(greeted(), SERIAL, aCommand('take_control', { ...late, controller: 'an' })), 1);
  expect(results.at(-1)).toEqual(['take_control 1', 'failed', 'came too late']);
  expect(robotOf(world).controller).toBeNull();
});

it('[SIM12] seven minutes behind, a robot compares with its own clock, by which the server writes', () => {
  const { clockOffsetMs } = robotOf(greeted(), SLOW).build;
  expect(clockOffsetMs).toBeLessThan(-400_000);
  const own = (ms: number) => after(ms + clockOffsetMs);
  const soon = { given_at: own(0), expires_at: own(10_000), expires_in_ms: 10_000 };
  const fresh = turn(addCommand(greeted(), SLOW, aCommand('take_control', { ...soon, controller: 'an' })), 1, SLOW);
  expect(fresh.results.at(-1)?.[1]).toBe('done');
  const past = { given_at: own(-60_000), expires_at: own(-1_000), expires_in_ms: 10_000, command_id: 'old' };
  const old = turn(addCommand(fresh.world, SLOW, aCommand('release_control', past)), 1, SLOW);
  expect(old.results.at(-1)).toEqual(['old', 'failed', 'came too late']);
  expect(robotOf(old.world, SLOW).controller).toBe('an');
});

it('[SIM12] a stop never comes too late, whatever its times say', () => {
  expect(turn(addCommand(greeted(), SERIAL, aCommand('stop_immediately', { ...late, expires_in_ms: null })), 1).results.at(-1)?.[1]).toBe(
    'done',
  );
});

it('[SIM13] an epoch below the newest is refused, an equal one and none are not', () => {
  const taken = turn(addCommand(greeted(), SERIAL, aCommand('take_control', { epoch: 7, controller: 'an' })), 1).world;
  const give = (epoch: number | null) =>
    turn(addCommand(taken, SERIAL, aCommand('release_control', { epoch })), 1)
      .results.at(-1)
      ?.slice(1);
  expect(give(6)).toEqual(['failed', 'control was taken over']);
  expect(give(7)).toEqual(['done', null]);
  expect(give(null)).toEqual(['done', null]);
});

it('[SIM14] taking and releasing control changes the controller and is reported at once', () => {
  const taken = turn(addCommand(greeted(), SERIAL, aCommand('take_control', { controller: 'an' })), 1);
  expect(taken.states).toMatchObject([{ controller: 'an' }]);
  expect(taken.results.map(([, status]) => status)).toEqual(['delivered', 'done']);
  const released = turn(addCommand(taken.world, SERIAL, aCommand('release_control')), 1);
  expect(released.states).toMatchObject([{ controller: null }]);
});

it('[SIM15] a stop ends movement and treatment in the same step and is reported at once', () => {
  const moving = turn(changeRobot(greeted(), SERIAL, { phase: 'uv_treatment' }), 1_000).world;
  const { mission } = robotOf(moving);
  const { states, results, sent, world } = turn(addCommand(moving, SERIAL, aCommand('stop_immediately')), 1);
  expect(states).toMatchObject([{ current_state: 'waiting_for_task', current_task: null, current_velocity: 0 }]);
  expect(results.map(([, status]) => status)).toEqual(['delivered', 'done']);
  const reported = sent.flatMap((one) => (one.kind === 'data' && one.body.data_group === 'treatment' ? [one.body.data] : []));
  expect(reported).toMatchObject([{ treatment_id: mission?.treatmentId, finish_status: 'stopped' }]);
  const stands = turn(world, 60_000).world;
  expect(robotOf(stands)).toMatchObject({ x: robotOf(world).x, y: robotOf(world).y, velocity: 0, phase: 'idle', mission: null });
});

const phases: readonly Phase[] = [
  'idle',
  'booting',
  'waiting',
  'starting',
  'recovering',
  'drive_task',
  'drive_manually',
  'calibration',
  'self_test',
];

it.each(phases)('[SIM15] a robot in %s stands after a stop', (phase) => {
  const world = turn(changeRobot(greeted(), SERIAL, { phase }), 1_000).world;
  const stopped = turn(addCommand(world, SERIAL, aCommand('stop_immediately')), 1);
  expect(stopped.results.at(-1)?.[1]).toBe('done');
  expect(robotOf(stopped.world)).toMatchObject({ velocity: 0, route: [], mission: null });
});

it('[SIM15] a robot in error is still in error after a stop', () => {
  const broken = turn(changeRobot(greeted(), SERIAL, { error_code: '0x03000117' }), 1_000).world;
  const { states } = turn(addCommand(broken, SERIAL, aCommand('stop_immediately')), 1);
  expect(states).toMatchObject([{ current_state: 'error', error_code: '0x03000117' }]);
});

it('[SIM15] a robot that was stopped on its way drives home later', () => {
  const moving = turn(changeRobot(greeted(), SERIAL, { phase: 'uv_treatment' }), 1_000).world;
  const stopped = turn(addCommand(moving, SERIAL, aCommand('stop_immediately')), 1).world;
  expect(robotOf(turn(turn(stopped, 299_000).world, 2_000).world).phase).toBe('drive_task');
});

it('[SIM16] an upload takes seconds, and fails at once without WiFi', () => {
  const { robots } = greeted();
  const without = robots.find(({ build, isOnline }) => !build.hasWifi && isOnline)?.build.serial ?? '';
  const world = addCommand(addCommand(greeted(), SERIAL, aCommand('upload_data')), without, aCommand('upload_data'));
  expect(robotOf(world).build.hasWifi).toBe(true);
  expect(resultsIn(world, 3).results.map(([, status]) => status)).toEqual(['delivered']);
  expect(resultsIn(world, 20).results.at(-1)).toEqual(['upload_data 1', 'done', null]);
  expect(turn(world, 1, without).results.at(-1)).toEqual(['upload_data 1', 'failed', 'no WiFi']);
});

it('[SIM16] about one upload in twenty is cut off', () => {
  let world = greeted();
  for (let index = 0; index < 200; index += 1)
    world = addCommand(world, SERIAL, aCommand('upload_data', { command_id: `upload ${index}` }));
  const failed = resultsIn(world, 15).results.filter(([, status]) => status === 'failed');
  expect(failed.length).toBeGreaterThan(2);
  expect(failed.length).toBeLessThan(25);
  expect(new Set(failed.map(([, , text]) => text))).toEqual(new Set(['the upload was cut off']));
});

it('[SIM16] validating tells the maps again and names one that is not valid', () => {
  const stray = greeted().robots.find(({ build, isOnline }) => build.strayMap !== null && isOnline)?.build;
  const serial = stray?.serial ?? '';
  let { world } = turn(addCommand(greeted(), serial, aCommand('validate_maps')), 1, serial);
  const sent: RobotMessage[] = [];
  while (resultsOf(sent).length === 0) {
    const turned = turn(world, 1_000, serial);
    sent.push(...turned.sent);
    world = turned.world;
  }
  expect(resultsOf(sent)).toEqual([['validate_maps 1', 'done', `${stray?.strayMap?.id} is not valid`]]);
  expect(sent.filter((one) => one.kind === 'data' && one.body.data_group === 'map_data')).toHaveLength(1);
});

it('[SIM16] sync tells the newest treatments again', () => {
  const { robots } = greeted();
  const { build, recent } = robots.find((robot) => robot.recent.length > 0) ?? robotOf(greeted());
  expect(recent.length).toBeGreaterThan(0);
  let { world } = turn(addCommand(greeted(), build.serial, aCommand('sync')), 1, build.serial);
  const reported: string[] = [];
  for (let second = 0; second < 5; second += 1) {
    const turned = turn(world, 1_000, build.serial);
    for (const one of turned.sent) {
      if (one.kind === 'data' && one.body.data_group === 'treatment' && one.body.data.finish_time !== null)
        reported.push(one.body.data.treatment_id);
    }
    world = turned.world;
  }
  expect(reported).toEqual(recent.map(({ mission }) => mission.treatmentId));
});

it('[SIM17] a robot that is cut off before the end says nothing of it, then or later', () => {
  const started = turn(addCommand(greeted(), SERIAL, aCommand('upload_data')), 1);
  expect(started.results).toHaveLength(1);
  const cut = resultsIn(applyLinks(started.world, new Map([[SERIAL, false]])), 20);
  expect(cut.results).toEqual([]);
  expect(resultsIn(applyLinks(cut.world, new Map([[SERIAL, true]])), 20).results).toEqual([]);
});

it('[SIM17] a link that was lost and replaced between two steps forgets too', () => {
  const started = turn(addCommand(greeted(), SERIAL, aCommand('upload_data')), 1);
  expect(resultsIn(applyLinks(started.world, new Map([[SERIAL, true]])), 20).results).toEqual([]);
});

it('[SIM17] a command that arrives while the robot has no connection is not executed', () => {
  const away = changeRobot(greeted(), SERIAL, { isOnline: false });
  const { results, world } = turn(addCommand(away, SERIAL, aCommand('take_control', { controller: 'an' })), 1_000);
  expect(results).toEqual([]);
  expect(robotOf(world).controller).toBeNull();
});
