import * as fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCommands } from '#contract/command';
import { getConfig, getConfigChanges, configValue, postConfig, type ConfigValue } from '#contract/devices/configuration';
import { getMachines } from '#contract/fleet/machine';
import { configAt, LATEST } from '#server/configuration/configAt';
import { keptText } from '#server/configuration/conflictText';
import { lockHolder, lockParameter, releaseLock, releaseLockUnlessOpen } from '#server/configuration/pendingEdits';
import { visibleConfiguration } from '#server/configuration/viewable';
import type { Database } from '#server/platform/database/tables';
import { nobody } from '#server/platform/http/authorise';
import { seededRandom } from '#domain/random/seededRandom';
import { answerOf, ask } from '../support/client.ts';
import { staff, support, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { idleLeases, startTestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const serial = 'LF-0142-23';
const file_name = 'navigation.yaml';
let device: TestDevice;
let an: string;
let chloe: string;
let database: Kysely<Database>;
/** The device's answers to its next commands. */
let behaviour: (id: string) => Promise<void>;
const obeys = async (id: string) => device.answer(id, 'done');

const set = (config_name: string, new_value: ConfigValue, token = an, old_value?: ConfigValue) =>
  ask(server.it().address, postConfig, { params: { serial }, token, body: { file_name, config_name, new_value, old_value } });
const valueOf = async (config_name: string) =>
  configValue.parse(
    (await answerOf(server.it().address, getConfig, { params: { serial }, token: an })).config[file_name]?.[config_name]?.value,
  );
const changesOf = async (of = serial) =>
  (await answerOf(server.it().address, getConfigChanges, { params: { serial: of }, token: an, query: { per_page: 100 } })).results;

beforeAll(async () => {
  const { identity, address, databaseUrl } = server.it();
  an = identity.issue(staff, { username: 'an', name: 'An Verhoeven' });
  chloe = identity.issue(support, { username: 'chloe', name: 'Chloé Lambert' });
  database = openTestDatabase(databaseUrl);
  device = await server.it().device(serial);
  behaviour = obeys;
  const received = await device.receive();
  let answered = 0;
  beat = setInterval(() => {
    for (; answered < received.length; answered += 1) behaviour(received[answered]?.command_id ?? '').catch(() => undefined);
  }, 5);
  stay = setInterval(() => void device.report({ current_state: 'waiting_for_task' }).catch(() => undefined), 1_000);
  await until('connected', async () => serial in (await answerOf(address, getMachines, { token: an })).result);
});
let beat: NodeJS.Timeout;
let stay: NodeJS.Timeout;
afterAll(async () => {
  clearInterval(beat);
  clearInterval(stay);
  await database.destroy();
});

it('[CFG1] a refused change has no effect, shows the words of the device, and can be repeated', async () => {
  const [before, { length }] = [await valueOf('max_speed'), await changesOf()];
  behaviour = (id) => device.answer(id, 'failed', 'disk full: 0 bytes left');
  const refused = await set('max_speed', 0.33);
  behaviour = obeys;
  expect(refused).toMatchObject({ status: 409, error: 'Conflict: the device refused: disk full: 0 bytes left' });
  expect([await valueOf('max_speed'), (await changesOf()).length]).toEqual([before, length]);
  expect(await set('max_speed', 0.33)).toMatchObject({ ok: true });
  expect(await valueOf('max_speed')).toBe(0.33);
});

it('[CFG1] a device that dies before the command reaches it has changed nothing, and the person is informed', async () => {
  const before = await valueOf('max_speed');
  const received: string[] = [];
  behaviour = async (id) => void received.push(id);
  const asked = set('max_speed', 0.44);
  await until('given', async () => (await database.selectFrom('config_pending').select('serial').execute()).length === 1);
  const { clock } = server.it();
  await until('it was sent', async () => {
    const row = await database.selectFrom('command').select('status').where('status', '=', 'sent').executeTakeFirst();
    return row !== undefined;
  });
  // It arrives all the same, and must not be taken for the command of the next test.
  await until('it arrived', () => received.length === 1);
  clock.offsetMs += 11_000;
  expect(await asked).toMatchObject({ status: 409, error: 'Conflict: the device did not answer, nothing was changed' });
  clock.offsetMs -= 11_000;
  behaviour = obeys;
  expect(await valueOf('max_speed')).toBe(before);
});

it('[CFG1] [CFG4] [CFG7] a silent device keeps its parameter for a while; what it confirms late is written once', async () => {
  const { length } = await changesOf();
  const delivered: string[] = [];
  behaviour = async (id) => {
    delivered.push(id);
    await device.answer(id, 'delivered');
  };
  const asked = set('reverse_speed', 0.2237);
  await until('the device has it', () => delivered.length === 1);
  expect(await set('reverse_speed', 0.33, chloe)).toMatchObject({
    status: 409,
    error: 'Conflict: reverse_speed is being changed to 0.2237 by An Verhoeven',
  });
  behaviour = obeys;
  expect(await set('acceleration', 0.61, chloe)).toMatchObject({ ok: true });
  const text = 'Conflict: the device did not answer in time; what it has changed will be shown when it says so';
  expect(await asked).toMatchObject({ status: 409, error: text });
  expect(await changesOf()).toHaveLength(length + 1);
  await device.answer(delivered[0] ?? '', 'done');
  await until('it is shown', async () => (await valueOf('reverse_speed')) === 0.2237);
  const newest = await changesOf();
  expect(newest).toHaveLength(length + 2);
  expect(newest[0]).toMatchObject({ config_name: 'reverse_speed', new_value: 0.2237, done_by: 'An Verhoeven' });
  expect(await set('reverse_speed', 0.33, chloe)).toMatchObject({ ok: true });
});

it('[CFG1] [CFG7] a change that a device makes after its command has expired is written once, and the command stays expired', async () => {
  const { clock, address } = server.it();
  const before = await valueOf('docking_retries');
  const sent: string[] = [];
  behaviour = async (id) => void sent.push(id);
  const asked = set('docking_retries', 19);
  await until('the device has it', () => sent.length === 1);
  clock.offsetMs += 11_000;
  expect(await asked).toMatchObject({ status: 409 });
  clock.offsetMs -= 11_000;
  expect(await valueOf('docking_retries')).toBe(before);
  await device.answer(sent[0] ?? '', 'done');
  await device.answer(sent[0] ?? '', 'done');
  await until('it is shown', async () => (await valueOf('docking_retries')) === 19);
  behaviour = obeys;
  expect((await changesOf()).filter(({ new_value }) => new_value === 19)).toHaveLength(1);
  const { results } = await answerOf(address, getCommands, { params: { serial }, token: an, query: { per_page: 100 } });
  expect(results.find(({ id }) => id === sent[0])).toMatchObject({ status: 'expired' });
});

it('[CFG7] a change that was confirmed while the server was away is written once, however many read at once', async () => {
  const id = crypto.randomUUID();
  const at = new Date();
  await database
    .insertInto('command')
    .values({
      id,
      device_serial: serial,
      command: 'config',
      arguments: JSON.stringify({ file_name, config_name: 'docking_retries', new_value: 17 }),
      status: 'done',
      given_at: at,
      given_by: 'chloe',
      given_by_name: 'Chloé Lambert',
      holder: null,
      holder_name: null,
      epoch: null,
      expires_at: at,
      ends_by: at,
      sent_at: at,
      delivered_at: at,
      ended_at: at,
      text: null,
    })
    .execute();
  expect(await Promise.all(Array.from({ length: 8 }, () => valueOf('docking_retries')))).toEqual(Array.from({ length: 8 }, () => 17));
  // The newest ones alone: the demo's past may hold the value, too.
  const reported = (await changesOf()).slice(0, 4).filter(({ new_value, done_by }) => new_value === 17 && done_by === 'Chloé Lambert');
  expect(reported).toHaveLength(1);
});

it('[CFG3] [CFG4] one of six people who change the same value at once wins, and five are informed', async () => {
  const seen = await valueOf('goal_tolerance');
  const values = [0.11, 0.12, 0.13, 0.14, 0.15, 0.16];
  const output = await Promise.all(values.map((value, index) => set('goal_tolerance', value, index % 2 === 0 ? an : chloe, seen)));
  const won = values.filter((_, index) => output[index]?.ok === true);
  expect(won).toHaveLength(1);
  expect(await valueOf('goal_tolerance')).toBe(won[0]);
  const reported = output.flatMap((one) => (one.ok ? [] : [[one.status, one.error]]));
  for (const [status, error] of reported) {
    expect(status).toBe(409);
    expect(error).toMatch(/^Conflict: goal_tolerance (is being|was just being|was) changed/);
  }
});

it('[CFG1] [CFG4] two instances asked at once change a parameter once, and both know it then', async () => {
  const two = await startTestServer(server.it().databaseUrl, undefined, { mqtt: server.it().mqtt, leases: idleLeases });
  const bo = two.identity.issue(staff, { username: 'bo', name: 'Bo Claes' });
  const seen = await valueOf('walkway_speed');
  const [params, body] = [{ serial }, { file_name, config_name: 'walkway_speed', new_value: 0.77, old_value: seen }];
  const output = await Promise.all([ask(two.address, postConfig, { params, token: bo, body }), set('walkway_speed', 0.66, an, seen)]);
  expect(new Set(output.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const { config } = await answerOf(two.address, getConfig, { params, token: bo });
  const there = config[file_name]?.['walkway_speed']?.value;
  expect(there).toBe(output[0].ok ? 0.77 : 0.66);
  expect(await valueOf('walkway_speed')).toBe(there);
  await two.close();
});

it('[CFG6] two people edit at random: every success is one change, each begins where the former ended, and any time can be read again', async () => {
  const names = ['walkway_speed', 'odometry_scale', 'imu/yaw_rate_limit'] as const;
  const start = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await valueOf(name)] as const)));
  const begin = new Date(server.it().now());
  const won: Array<readonly [name: string, value: number]> = [];
  let count = 0;
  const edits = async (seed: number) => {
    const random = seededRandom(seed);
    for (let left = 12; left > 0; left -= 1) {
      const name = names[Math.floor(random() * names.length)] ?? names[0];
      count += 1;
      // With more decimals than the demo's values, so that it is unique.
      const value = 0.6 + (count + 0.5) / 10_000;
      const old = random() < 0.5 ? await valueOf(name) : undefined;
      if ((await set(name, value, an, old)).ok) won.push([name, value]);
    }
  };
  await Promise.all([edits(1), edits(2)]);
  const made = await database
    .selectFrom('config_change')
    .select(['config_name', 'old_value', 'new_value', 'at'])
    .where('serial', '=', serial)
    .where('at', '>=', begin)
    .orderBy('id')
    .execute();
  expect(made.map(({ config_name, new_value }) => `${config_name} ${String(new_value)}`).toSorted()).toEqual(
    won.map(([name, value]) => `${name} ${value}`).toSorted(),
  );
  expect(won.length).toBeGreaterThan(12);
  const now: Record<string, unknown> = { ...start };
  const configurationAt = async (at: Date) => {
    const { parameters } = await configAt(database, serial, at);
    return Object.fromEntries(names.map((name) => [name, parameters.find((one) => one.config_name === name)?.value]));
  };
  expect(await configurationAt(begin)).toEqual(now);
  for (const [index, { config_name, old_value, new_value, at }] of made.entries()) {
    expect(old_value).toBe(now[config_name]);
    now[config_name] = new_value;
    const isLastOfItsMoment = made[index + 1]?.at.getTime() !== at.getTime();
    if (isLastOfItsMoment) expect(await configurationAt(at)).toEqual(now);
  }
  for (const name of names) expect(await valueOf(name)).toBe(now[name]);
});

const WHEN = Date.parse('2026-06-01T00:00:00Z');

it('[CFG6] the configuration at any time is the newest change before it, also where two are of the same moment', async () => {
  const of = 'DV-0107';
  const names = ['max_speed', 'goal_tolerance', 'docking_retries'] as const;
  const first_values = JSON.stringify({ [file_name]: Object.fromEntries(names.map((name) => [name, -1])) });
  await database
    .insertInto('config_device')
    .values({ serial: of, schema_id: 'dock', since: new Date(WHEN), first_values })
    .execute();
  const change = fc.record({ name: fc.constantFrom(...names), at: fc.integer({ min: 0, max: 40 }), value: fc.integer() });
  const written: Array<{ readonly name: string; readonly at: number; readonly value: number }> = [];
  const valueAt = (name: string, at: number) =>
    written
      .filter((one) => one.name === name && one.at <= at)
      .toSorted((a, b) => a.at - b.at)
      .at(-1)?.value ?? -1;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 45 }), async (some, at) => {
      const rows = some.map((one) => ({
        serial: of,
        file_name,
        config_name: one.name,
        old_value: null,
        new_value: JSON.stringify(one.value),
        at: new Date(WHEN + one.at),
        device_time: null,
        by_username: 'an',
        by_name: 'An',
        command_id: null,
      }));
      await database.insertInto('config_change').values(rows).execute();
      written.push(...some);
      const { parameters } = await configAt(database, of, new Date(WHEN + at));
      expect(parameters.map(({ config_name, value }) => [config_name, value])).toEqual(names.map((name) => [name, valueAt(name, at)]));
    }),
    { numRuns: 60 },
  );
  expect(await configAt(database, of, new Date(WHEN - 1))).toEqual({ file_names: [], parameters: [] });
});

it('[CFG6] changes are never rewritten', async () => {
  const output = 'changes of configuration are never rewritten';
  await expect(database.updateTable('config_change').set({ by_name: 'X' }).where('serial', '=', serial).execute()).rejects.toThrow(output);
  await expect(database.deleteFrom('config_change').where('serial', '=', serial).execute()).rejects.toThrow(output);
});

it('[CFG4] one of ten instances that lock a parameter at once succeeds; it is free again when it is released, or after 15 s without a command', async () => {
  const edit = (command_id: string) => ({ serial, file_name, config_name: 'max_speed', new_value: 1, command_id, by_name: 'An' });
  const ids = Array.from({ length: 10 }, (_, index) => `keep-${index}`);
  const kept = await Promise.all(ids.map((id) => lockParameter(database, edit(id), WHEN)));
  const keeper = ids[kept.indexOf(true)] ?? '';
  expect(kept.filter(Boolean)).toHaveLength(1);
  expect(await lockParameter(database, edit(keeper), WHEN)).toBe(true);
  expect(await lockParameter(database, { ...edit(keeper), by_name: 'Bo' }, WHEN)).toBe(false);
  expect(await lockParameter(database, edit('other'), WHEN + 15_000)).toBe(false);
  await releaseLock(database, edit('other'));
  // Its command was never stored: the server ended in between.
  expect(await lockParameter(database, edit('other'), WHEN + 15_001)).toBe(true);
  await releaseLock(database, edit(keeper));
  expect(await lockParameter(database, edit('third'), WHEN + 15_002)).toBe(false);
  await releaseLock(database, { ...edit('other'), config_name: 'another' });
  expect(await lockParameter(database, edit('third'), WHEN + 15_002)).toBe(false);
  await releaseLock(database, edit('other'));
  expect(await lockParameter(database, edit('third'), WHEN + 15_003)).toBe(true);
  await releaseLock(database, edit('third'));
});

it.each(['expired', 'failed', 'delivered'])('[CFG4] a parameter whose change has %s is free only when that is an end', async (status) => {
  const edit = (command_id: string) => ({ serial, file_name, config_name: 'max_speed', new_value: 1, command_id, by_name: 'An' });
  const [id, at, isEnd] = [`kept-${status}`, new Date(WHEN), status !== 'delivered'];
  // Not expired by the server's clock, or the server itself would end the open one.
  const later = new Date(server.it().now() + 3_600_000);
  expect(await lockParameter(database, edit(id), WHEN)).toBe(true);
  await database
    .insertInto('command')
    .values({
      id,
      device_serial: serial,
      command: 'config',
      arguments: '{}',
      status,
      given_at: at,
      given_by: 'an',
      given_by_name: 'An',
      expires_at: later,
      ends_by: later,
      ended_at: isEnd ? at : null,
    })
    .execute();
  expect(await lockParameter(database, edit('next'), WHEN)).toBe(isEnd);
  if (!isEnd) {
    await releaseLockUnlessOpen(database, edit(id));
    expect(await lockParameter(database, edit('next'), WHEN + 129_999)).toBe(false);
    expect(await lockParameter(database, edit('next'), WHEN + 130_001)).toBe(true);
  }
  await releaseLockUnlessOpen(database, edit('next'));
  expect(await lockHolder(database, edit('next'), 'all')).toBeUndefined();
});

it.each([
  ['began while the device worked for another owner', { from: WHEN + 1, until: null }, undefined],
  ['ended before it', { from: 0, until: WHEN }, undefined],
  ['is of the own time', { from: WHEN, until: null }, 'An'],
])('[CFG11] a pending change that %s is named accordingly', async (_, time, name) => {
  const pending = { serial, file_name, config_name: 'max_speed', new_value: 1, command_id: 'pending', by_name: 'An' };
  expect(await lockParameter(database, pending, WHEN)).toBe(true);
  const holder = await lockHolder(database, pending, [time]);
  expect(holder?.by_name).toBe(name);
  expect(keptText(pending, holder)).toContain(name ?? 'was just being changed, look again');
  await releaseLock(database, pending);
});

/** The ways in which a change may end, and what makes it end so. */
const ends = [
  ['is done', 200, obeys],
  ['is refused by the device', 409, (id: string) => device.answer(id, 'failed', 'no')],
  ['is received and then refused', 409, (id: string) => device.answer(id, 'delivered').then(() => device.answer(id, 'failed', 'no'))],
  [
    'is not answered before its command expires',
    409,
    async () => {
      server.it().clock.offsetMs += 11_000;
    },
  ],
] as const;

it.each(ends)('[CFG9] a parameter is free at once when its change %s', async (_way, status, act) => {
  const { offsetMs } = server.it().clock;
  behaviour = act;
  expect(await set('acceleration', 0.41)).toMatchObject({ status });
  behaviour = obeys;
  expect(await locked()).toBe(0);
  server.it().clock.offsetMs = offsetMs;
  await until('connected', async () => (await set('acceleration', 0.4, chloe)).ok);
});

const locked = async () => (await database.selectFrom('config_pending').select('serial').where('serial', '=', serial).execute()).length;

it.each([
  ['of a type that the model has not', () => set('acceleration', 'far'), 400],
  ['of a parameter that is not there', () => set('no_such', 1), 404],
  ['by somebody without the right', () => set('acceleration', 0.5, server.it().identity.issue(['user_type:organisation_user'])), 404],
  ['from an older value', () => set('acceleration', 0.5, an, 77), 409],
  [
    'of a device that is offline',
    () =>
      ask(server.it().address, postConfig, {
        params: { serial: 'LF-0143-23' },
        token: an,
        body: { file_name, config_name: 'acceleration', new_value: 0.5 },
      }),
    409,
  ],
] as const)('[CFG9] a change %s is refused, and locks nothing', async (_what, change, status) => {
  expect(await change()).toMatchObject({ ok: false, status });
  expect((await database.selectFrom('config_pending').select('serial').execute()).length).toBe(0);
});

it('[CFG9] a change that fails before its command is stored locks nothing', async () => {
  await sql`create function refuse_command() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(database);
  await sql`create trigger refuse_command before insert on command for each row execute function refuse_command()`.execute(database);
  try {
    expect(await set('acceleration', 0.52)).toMatchObject({ ok: false, status: 500 });
  } finally {
    await sql`drop trigger refuse_command on command`.execute(database);
    await sql`drop function refuse_command`.execute(database);
  }
  expect(await locked()).toBe(0);
  expect(await set('acceleration', 0.52, chloe)).toMatchObject({ ok: true });
});

it('[DEV-103] [DEV-104] [OPEN-37] in the nights when the clock is changed, changes stay in the order they were made', async () => {
  const of = 'LF-0170-24';
  const instants = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:01Z', '2026-10-25T01:00:00Z', '2026-10-25T01:30:01Z'];
  const rows = instants.map((at, index) => ({
    serial: of,
    file_name: 'treatment.yaml',
    config_name: 'mission_note',
    old_value: null,
    new_value: JSON.stringify(`night ${index}`),
    at,
    device_time: index === 3 ? null : at,
    by_username: 'an',
    by_name: 'An',
    command_id: null,
  }));
  await database.insertInto('config_change').values(rows.toReversed()).execute();
  const reported = (await changesOf(of)).filter(({ new_value }) => String(new_value).startsWith('night '));
  expect(
    reported.map(({ new_value, belgian_local_time, device_local_time }) => [new_value, belgian_local_time, device_local_time]),
  ).toEqual([
    ['night 4', '2026-10-25T02:30:01', '2026-10-25T02:30:01'],
    ['night 3', '2026-10-25T02:00:00', null],
    ['night 2', '2026-10-25T02:30:01', '2026-10-25T02:30:01'],
    ['night 1', '2026-03-29T03:00:00', '2026-03-29T03:00:00'],
    ['night 0', '2026-03-29T01:59:59', '2026-03-29T01:59:59'],
  ]);
});

it('[ROLE-011] [GAP-49] [DEV-101] a person without groups sees the names of the files and no parameter', async () => {
  const whole = await configAt(database, serial, LATEST);
  expect(visibleConfiguration(nobody, whole)).toEqual({ file_names: whole.file_names, parameters: [] });
  expect(visibleConfiguration({ ...nobody, groups: ['somebody'] }, whole)).toEqual(whole);
});
