import { expect, it } from 'vitest';
import { seededRandom } from '#domain/random/seededRandom';
import { configColours, groupOf } from '#domain/configuration/configRights';
import { valueProblem } from '#domain/configuration/configValue';
import { deviceTypes } from '#domain/devices/deviceTypes';
import { isIgnoredPath } from '#domain/configuration/ignoredPaths';
import { DAY_MS } from '#domain/text/timeUnits';
import { demoFiles, type DemoKind } from '#server/simulator/configuration/demoFiles';
import { clockChanges, demoConfiguration, configurationKindOf } from '#server/simulator/configuration/pastConfiguration';
import { modelsOf } from '../support/configurationRows.ts';
import { roster } from '#server/devices/seed/roster';
import { addCommand } from '#server/simulator/simulation/changeRobot';
import { initialSimulation } from '#server/simulator/simulation/initialSimulation';
import { step, type Simulation } from '#server/simulator/simulation/step';
import { aCompany, aWorld, NOON } from './simulate.ts';

const now = Date.parse('2026-11-21T05:00:00Z');
const aDevice = (serial: string, device_type: string, index = 0) => ({
  serial,
  device_type,
  index,
  first_seen: new Date(now - 500 * DAY_MS),
});
const fleet = roster.map(([serial, , device_type], index) => demoConfiguration(aDevice(serial, device_type, index), now));
const modelOf = (kind: DemoKind, file: string, name: string) => {
  const model = modelsOf(demoFiles[kind])[file]?.[name];
  if (model === undefined) throw new Error(`${kind} ${file} ${name}`);
  return model;
};

it('[CFG6] every value of the demo, first or later, is one its model allows', () => {
  for (const { schema_id, first_values, changes } of fleet) {
    const first = Object.entries(first_values).flatMap(([file, all]) =>
      Object.entries(all).map(([name, value]) => ({ file, name, value })),
    );
    const later = changes.map(({ file_name, config_name, new_value }) => ({ file: file_name, name: config_name, value: new_value }));
    for (const { file, name, value } of [...first, ...later]) {
      expect([name, value, valueProblem(modelOf(schema_id, file, name), value)]).toEqual([name, value, null]);
    }
  }
});

it('[CFG6] the past of a device is a chain, oldest first, between its beginning and now', () => {
  for (const { first_values, changes, since } of fleet) {
    const values = new Map(
      Object.entries(first_values).flatMap(([file, all]) => Object.entries(all).map(([name, value]) => [file + name, value])),
    );
    expect(changes.length).toBeGreaterThan(15);
    let before = since.getTime();
    for (const { file_name, config_name, old_value, new_value, at } of changes) {
      expect(values.get(file_name + config_name)).toBe(old_value);
      expect(new_value).not.toBe(old_value);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThan(now);
      values.set(file_name + config_name, new_value);
      before = at;
    }
  }
});

it('[CONST-067] [CONST-066] the kind that treats lanes has about 60 parameters in six files, of every type and colour', () => {
  const all = Object.values(demoFiles.lanes).flat();
  expect(Object.keys(demoFiles.lanes)).toHaveLength(6);
  expect(all.length).toBeGreaterThanOrEqual(55);
  expect(new Set(all.map(({ model }) => model.type))).toEqual(new Set(['bool', 'string', 'float', 'int']));
  expect(new Set(all.map(({ model }) => groupOf(model.group).colour))).toEqual(new Set(configColours));
  expect(all.some(({ usual }) => typeof usual === 'string' && usual.includes('\n'))).toBe(true);
});

it('[FLEET-065] [FLEET-071] parameters that a comparison ignores differ on every device', () => {
  const lanes = fleet.filter(({ schema_id }) => schema_id === 'lanes').map(({ first_values }) => first_values);
  for (const [file, name] of [
    ['platform.yaml', 'bot_serial'],
    ['network.yaml', 'web/robot_name'],
    ['platform.yaml', 'component_serials/lidar'],
  ] as const) {
    expect(isIgnoredPath(`${file}/${name}`)).toBe(true);
    expect(new Set(lanes.map((values) => values[file]?.[name])).size).toBe(lanes.length);
  }
});

it('[DEV-108] the nights of the clock have changes', () => {
  const all = fleet.flatMap(({ changes }) => changes);
  const night = all.filter(({ at }) => at === Date.parse('2026-10-25T00:30:00Z') || at === Date.parse('2026-10-25T01:30:00Z'));
  expect(night.length).toBeGreaterThan(fleet.length);
});

it('[CFG6] the nights of the clock are the last Sundays of March and October', () => {
  const nights = clockChanges(now).map((at) => new Date(at).toISOString().slice(0, 16));
  expect(nights).toEqual([
    '2025-03-30T00:30',
    '2025-03-30T01:30',
    '2025-10-26T00:30',
    '2025-10-26T01:30',
    '2026-03-29T00:30',
    '2026-03-29T01:30',
    '2026-10-25T00:30',
    '2026-10-25T01:30',
  ]);
});

it('[CFG6] the same device and moment give the same past; one beyond the roster has a short one, a new one none from before it was seen', () => {
  const one = aDevice('LF-1', 'LUMION_FIX');
  expect(demoConfiguration(one, now)).toEqual(demoConfiguration(one, now));
  expect(demoConfiguration({ ...one, index: 24 }, now).changes.length).toBeLessThanOrEqual(3);
  const young = demoConfiguration({ ...one, first_seen: new Date(now - DAY_MS) }, now);
  expect(young.changes.every(({ at }) => at >= now - DAY_MS)).toBe(true);
});

it('[CONST-062] every type has a kind', () => {
  const kinds = Object.fromEntries(Object.keys(deviceTypes).map((type) => [type, configurationKindOf(type)]));
  expect(kinds).toMatchObject({ LUMION_FIX: 'lanes', XENION_CONNECT: 'lanes', XENION_A6: 'lanes', DIV01: 'dock', SPR01: 'tools' });
});

const SERIAL = 'LF-0140-23';
/** The files that a robot reports within `seconds`. */
function filesIn(start: Simulation, seconds: number) {
  let world = start;
  const random = seededRandom(3);
  const files = Array.from({ length: seconds }, () => {
    const turned = step(world, 1_000, random);
    world = turned.world;
    return turned.messages.flatMap((one) => (one.kind === 'configuration' && one.serial === SERIAL ? [one.body] : []));
  }).flat();
  return { world, files };
}
const isOfNow = ({ time }: { readonly time: string }) => Date.parse(time) >= NOON;
const given = { time: new Date(NOON).toISOString(), expires_at: new Date(NOON + 600_000).toISOString(), epoch: null };
const asked = (world: Simulation, command: 'config' | 'reload_config' | 'report', words = {}) =>
  addCommand(world, SERIAL, {
    command_id: command,
    command,
    arguments: words,
    given_at: given.time,
    expires_at: given.expires_at,
    epoch: null,
  });

it('[SIM25] a robot reports its past configurations when it first connects, oldest first, and then all files as they are', () => {
  const { files } = filesIn(aWorld().world, 10);
  const times = files.map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
  expect(files.filter(isOfNow).map(({ file_name }) => file_name)).toEqual(Object.keys(demoFiles.lanes));
  expect(files.length).toBeGreaterThan(25);
  expect(filesIn(filesIn(aWorld().world, 10).world, 60).files).toEqual([]);
});

it('[SIM25] a value that is set is reported after the result, and all files when it is asked for them', () => {
  const { world } = filesIn(aWorld().world, 10);
  const set = filesIn(asked(world, 'config', { file_name: 'safety.yaml', config_name: 'beacon_brightness', new_value: 3 }), 3);
  expect(set.files).toMatchObject([{ file_name: 'safety.yaml', config: { beacon_brightness: { value: 3 } } }]);
  expect(filesIn(asked(set.world, 'reload_config'), 10).files).toHaveLength(6);
});

it('[SIM25] the memory of a robot equals its reports, without its past; a large fleet reports in turns', () => {
  const [robot] = filesIn(aWorld().world, 10).world.robots.filter(({ build }) => build.serial === SERIAL);
  const values = { ...robot?.configuration.values, 'safety.yaml': { ...robot?.configuration.values['safety.yaml'], beacon_brightness: 7 } };
  const company = aCompany();
  const world = initialSimulation({ company, at: NOON, random: seededRandom(11), remembered: new Map([[SERIAL, values]]) });
  const { files } = filesIn(world, 10);
  expect(files).toHaveLength(6);
  expect(files[2]?.config['beacon_brightness']).toMatchObject({ value: 7 });
  const large = aWorld(11, 2_400).world;
  const counts = Array.from({ length: 3 }, (_, index) => index).reduce<{ world: Simulation; sent: number[] }>(
    ({ world: before, sent }) => {
      const turned = step(before, 1_000, seededRandom(3));
      return { world: turned.world, sent: [...sent, turned.messages.filter(({ kind }) => kind === 'configuration').length] };
    },
    { world: large, sent: [] },
  );
  for (const sent of counts.sent.slice(1)) expect(sent).toBeLessThan(260);
  expect(counts.sent.at(-1)).toBeGreaterThan(100);
});

it('[SIM25] a robot that is asked for its reports sends everything as after connecting', () => {
  const { world } = filesIn(aWorld().world, 10);
  const random = seededRandom(3);
  let later = asked(world, 'report', { data_groups: ['sw_version'], configuration: true });
  const kinds = new Set<string>();
  for (let second = 0; second < 8; second += 1) {
    const turned = step(later, 1_000, random);
    later = turned.world;
    for (const one of turned.messages) if (one.serial === SERIAL) kinds.add(one.kind === 'data' ? one.body.data_group : one.kind);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['identity', 'configuration', 'sw_version', 'map_data', 'state_data', 'result']));
});
