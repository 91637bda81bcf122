import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/call';
import { getCommands } from '#contract/command';
import { getConfigChanges } from '#contract/devices/configuration';
import { getEvents } from '#contract/devices/deviceEvent';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { getHistoryBlock } from '#contract/history';
import { getIncidents } from '#contract/incident';
import type { PastListName } from '#domain/history/pastLists';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { pastAnswers } from '#past/history/pastAnswers';
import { nodeCodec } from '#session/nodeCodec';
import { selectPastRows } from '#state/answers';
import { isAnswerOf } from '#state/matchesSchema';
import { reduceLog, type RootState } from '#state/store';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock } from '#streams/recording/eventBlock';
import { answerOf } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
const FOREIGN = 'DV-0105';
/** The block that is read: ten minutes, which began three hours before the test. */
let from = 0;
const SPAN = 10 * MINUTE_MS;
const at = (offsetMs: number) => new Date(from + offsetMs);
let client: Client;

beforeAll(async () => {
  const { databaseUrl, now } = server.it();
  from = Math.floor(now() / MINUTE_MS) * MINUTE_MS - 3 * HOUR_MS;
  client = new Client({ connectionString: databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.query(`delete from command where id like 'lists-%'`);
  await client.end();
});

// A block that is over is kept: each reading has another end.
let asked = 0;

/** Reads the block for somebody, and returns the function that folds it until an instant after its begin. */
async function logFor(groups: readonly string[]): Promise<(offsetMs: number) => RootState> {
  const token = server.it().identity.issue([...groups], { username: 'reader', name: 'Reader', expiresAt: server.it().now() + HOUR_MS });
  const span = { from: at(0).toISOString(), to: at(SPAN + (asked += 1)).toISOString() };
  const reply = await fetch(`${server.it().address}/api/${addressOf(getHistoryBlock, span)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  const block = readBlock(await unframeBlock(new Uint8Array(await reply.arrayBuffer()), nodeCodec), nodeCodec);
  const events = Array.from({ length: block.count }, (_, index) => block.eventAt(index));
  return (offsetMs) =>
    reduceLog(
      undefined,
      events.filter((event) => event.at <= from + offsetMs),
    );
}

const listed = (state: RootState, list: PastListName) => selectPastRows(state, list)?.rows ?? [];
const rowOf = (state: RootState, list: PastListName, id: string): unknown => listed(state, list).find((row) => row.id === id)?.row;
const idsIn = (state: RootState, list: PastListName, start: string) =>
  listed(state, list).flatMap(({ id }) => (id.startsWith(start) ? [id] : []));

const give = (id: string, serial: string, given: Date, ended: Date | null = null) =>
  client.query(
    `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by, sent_at, delivered_at, ended_at, text)
     values ($1, $2, 'upload_data', '{"incident":"all"}', 'done', $3, 'an', 'An', $3, $3, $3::timestamptz + interval '1 s', $3::timestamptz + interval '2 s', $4, 'Done')`,
    [id, serial, given, ended],
  );

it('[NIGHT17] a command is listed as it was known then: given, sent, delivered, and how it ended from its end on', async () => {
  await give('lists-early', SERIAL, at(-HOUR_MS), at(SPAN + MINUTE_MS));
  await give('lists-inside', SERIAL, at(MINUTE_MS), at(MINUTE_MS + 9_000));
  await give('lists-later', SERIAL, at(SPAN + 1_000), at(SPAN + 2_000));
  await give('lists-foreign', FOREIGN, at(MINUTE_MS), at(MINUTE_MS + 9_000));
  const stateAt = await logFor(adminOf('de-linde'));
  const status = (offsetMs: number, id: string) => rowOf(stateAt(offsetMs), 'commands', id);
  expect(status(0, 'lists-early')).toMatchObject({ status: 'delivered', ended_at: null, text: null });
  expect(status(SPAN, 'lists-early')).toMatchObject({ status: 'delivered', ended_at: null, text: null });
  expect(status(MINUTE_MS - 1, 'lists-inside')).toBeUndefined();
  expect(status(MINUTE_MS, 'lists-inside')).toMatchObject({ status: 'given', sent_at: null });
  expect(status(MINUTE_MS + 1_000, 'lists-inside')).toMatchObject({ status: 'sent', delivered_at: null });
  expect(status(MINUTE_MS + 9_000, 'lists-inside')).toMatchObject({ status: 'done', text: 'Done' });
  expect(idsIn(stateAt(SPAN), 'commands', 'lists-')).toEqual(['lists-inside', 'lists-early']);
  expect(selectPastRows(stateAt(0), 'commands')?.since).toBe(from - DAY_MS);
  expect(idsIn((await logFor(staff))(SPAN), 'commands', 'lists-')).toContain('lists-foreign');
});

it('[NIGHT17] an event is listed from when it arrived, a treatment without its end before it, an incident with what was uploaded by then', async () => {
  const event = `insert into device_event (serial, at, received_at, device_time, level, message, data) values ($1, $2, $3, $2, 'warning', $4, $5)`;
  await client.query(event, [SERIAL, at(-MINUTE_MS), at(2 * MINUTE_MS), 'Lists late', JSON.stringify({ password: 'lists-secret' })]);
  await client.query(event, [
    SERIAL,
    at(-MINUTE_MS),
    at(-MINUTE_MS),
    'Lists long',
    JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n)),
  ]);
  await client.query(event, [FOREIGN, at(MINUTE_MS), at(MINUTE_MS), 'Lists foreign', null]);
  await client.query(
    `insert into treatment (treatment_id, serial, organisation, map_id, mission_id, treatment_type, creation_time, start_time, finish_time, finish_status,
       total_asked, total_treated, total_failed, reached_end) values ('lists-treatment', $1, 'org-de-linde', 'de-linde-2', 'm', 'uvc', $2, $3, $4, 'failed', 9, 3, 1, false)`,
    [SERIAL, at(-MINUTE_MS), at(MINUTE_MS), at(4 * MINUTE_MS)],
  );
  await client.query(
    `insert into incident (incident_id, serial, organisation, incident_time, received_at, error_code, manually_triggered, upload_started, upload_finished)
     values ('lists-incident', $1, 'org-de-linde', $2, $2, '0x00000011', false, $3, $4)`,
    [SERIAL, at(MINUTE_MS), at(2 * MINUTE_MS), at(SPAN + 1_000)],
  );
  const stateAt = await logFor(adminOf('de-linde'));
  const messages = (offsetMs: number) => listed(stateAt(offsetMs), 'events').map(({ row }) => JSON.stringify(row));
  expect(messages(2 * MINUTE_MS - 1).filter((text) => text.includes('Lists late'))).toEqual([]);
  const [late] = messages(2 * MINUTE_MS).filter((text) => text.includes('Lists late'));
  expect(late).toContain('Europe/');
  expect(late).not.toContain('lists-secret');
  expect(messages(0).find((text) => text.includes('Lists long'))).toContain('Too long to be listed');
  expect(messages(SPAN).join('\n')).not.toContain('Lists foreign');
  const treatmentAt = (offsetMs: number) => rowOf(stateAt(offsetMs), 'treatments', 'lists-treatment');
  const unfinished = { finish_time: null, finish_status: '', stats: null };
  expect(treatmentAt(0)).toMatchObject({ start_time: null, in_progress: false, ...unfinished, device_names: ['Lumion 01'] });
  expect(treatmentAt(MINUTE_MS)).toMatchObject({ in_progress: true, ...unfinished });
  expect(treatmentAt(4 * MINUTE_MS)).toMatchObject({ in_progress: false, finish_status: 'failed', stats: { total_treated: 3 } });
  const uploadAt = (offsetMs: number) => rowOf(stateAt(offsetMs), 'incidents', 'lists-incident');
  expect(uploadAt(MINUTE_MS)).toMatchObject({ upload_results: { upload_started: null, upload_finished: null } });
  expect(uploadAt(SPAN)).toMatchObject({ upload_results: { upload_started: at(2 * MINUTE_MS).toISOString(), upload_finished: null } });
  expect([uploadAt(MINUTE_MS - 1), rowOf((await logFor(userOf('hortus-noord')))(SPAN), 'incidents', 'lists-incident')]).toEqual([
    undefined,
    undefined,
  ]);
});

it('[NIGHT17] a treatment is listed from when the server received it, also one that began earlier and goes on, and one without a time of its end', async () => {
  const add = (id: string, times: readonly (Date | null)[], status: string) =>
    client.query(
      `insert into treatment (treatment_id, serial, organisation, map_id, mission_id, treatment_type, creation_time, start_time, finish_time, received_at,
         reported_at, finish_status, total_asked, total_treated, total_failed, reached_end)
       values ($1, $2, 'org-de-linde', 'de-linde-2', 'm', 'uvc', $3, $4, $5, $6, $7, $8, 9, 3, 1, false)`,
      [id, SERIAL, ...times, status],
    );
  const late = at(3 * MINUTE_MS);
  await add('lists-late', [at(-2 * MINUTE_MS), at(-MINUTE_MS), at(MINUTE_MS), late, late], 'failed');
  await add('lists-endless', [at(-2 * MINUTE_MS), at(-MINUTE_MS), null, at(-2 * MINUTE_MS), at(2 * MINUTE_MS)], 'failed');
  const before = at(-30 * HOUR_MS);
  await add('lists-long', [before, before, at(MINUTE_MS), before, at(MINUTE_MS)], 'completed');
  await add('lists-ended', [before, before, at(-29 * HOUR_MS), before, before], 'completed');
  const stateAt = await logFor(adminOf('de-linde'));
  const treatmentAt = (offsetMs: number, id: string) => rowOf(stateAt(offsetMs), 'treatments', id);
  expect(treatmentAt(3 * MINUTE_MS - 1, 'lists-late')).toBeUndefined();
  expect(treatmentAt(3 * MINUTE_MS, 'lists-late')).toMatchObject({ finish_status: 'failed', finish_time: at(MINUTE_MS).toISOString() });
  expect(treatmentAt(MINUTE_MS, 'lists-endless')).toMatchObject({ in_progress: true, finish_status: '' });
  expect(treatmentAt(2 * MINUTE_MS, 'lists-endless')).toMatchObject({ in_progress: false, finish_status: 'failed' });
  expect(treatmentAt(0, 'lists-long')).toMatchObject({ in_progress: true });
  expect(treatmentAt(MINUTE_MS, 'lists-long')).toMatchObject({ finish_status: 'completed' });
  expect(treatmentAt(0, 'lists-ended')).toBeUndefined();
});

it('[NIGHT17] [NIGHT2] what a device did for its next owner does not fill the list of its former one', async () => {
  const moved = `insert into deployment (id, device_serial, location_id, organisation, creation_date, closed_date)
    select $1, serial, $2, $3, $4, $5 from device where serial = $6`;
  const device = `insert into device (serial, name, device_type, life_cycle_stage, metadata_valid)
    select 'LISTS-MOVED', 'Moved', device_type, life_cycle_stage, true from device where serial = $1`;
  await client.query(device, [SERIAL]);
  await client.query(moved, ['lists-1', 'loc-de-linde', 'org-de-linde', at(-DAY_MS), at(-HOUR_MS), 'LISTS-MOVED']);
  await client.query(moved, ['lists-2', 'loc-hortus-noord', 'org-hortus-noord', at(-HOUR_MS), null, 'LISTS-MOVED']);
  await client.query(
    `insert into device_event (serial, at, received_at, device_time, level, message)
     select 'LISTS-MOVED', t, t, t, 'info', 'Lists of the next owner'
     from generate_series(1, 600) n, lateral (select $1::timestamptz - n * interval '1 second' as t) times`,
    [at(0)],
  );
  await client.query(
    `insert into device_event (serial, at, received_at, device_time, level, message) values ('LISTS-MOVED', $1, $1, $1, 'info', 'Lists of the former owner')`,
    [at(-2 * HOUR_MS)],
  );
  const own = async () => (await logFor(adminOf('de-linde')))(SPAN);
  const textsFor = (state: RootState) => JSON.stringify(listed(state, 'events'));
  // Who owns what is read again after some seconds.
  await expect.poll(async () => textsFor(await own()).includes('Lists of the former owner')).toBe(true);
  const state = await own();
  expect(textsFor(state)).not.toContain('Lists of the next owner');
  expect(selectPastRows(state, 'events')?.since).toBe(from - DAY_MS);
});

it('[NIGHT17] a change of configuration is listed for those alone who may view the group of its parameter', async () => {
  const change = `insert into config_change (serial, file_name, config_name, old_value, new_value, at, by_username, by_name, model_group)
    values ($1, $2, 'p', '1', '2', $3, 'an', 'An', $4)`;
  const rows: readonly (readonly [string, string | null])[] = [
    ['lists-purple.yaml', 'Drive-Purple'],
    ['lists-green.yaml', 'Drive-Green'],
    ['lists-old.yaml', null],
  ];
  for (const [file, group] of rows) await client.query(change, [SERIAL, file, at(MINUTE_MS), group]);
  const filesFor = async (groups: readonly string[]) => {
    const state = (await logFor(groups))(SPAN);
    return listed(state, 'configuration')
      .flatMap(({ row }) => /lists-\w+/.exec(JSON.stringify(row))?.[0] ?? [])
      .toSorted();
  };
  expect(await filesFor(adminOf('de-linde'))).toEqual(['lists-green', 'lists-purple']);
  expect(await filesFor(userOf('de-linde'))).toEqual(['lists-green']);
  expect(await filesFor(userOf('hortus-noord'))).toEqual([]);
});

it.each([
  ['an administrator', adminOf('de-linde'), ['green', 'old', 'purple', 'refused']],
  ['a user', userOf('de-linde'), ['green']],
] as const)(
  '[CFG10] %s reads the parameters of those commands alone whose group may be viewed, now and in the history',
  async (_, groups, seen) => {
    const parameters: readonly (readonly [string, string | null | undefined])[] = [
      ['purple', 'Drive-Purple'],
      ['green', 'Drive-Green'],
      ['old', null],
      ['refused', undefined],
    ];
    for (const [name, group] of parameters) {
      const words = JSON.stringify({ file_name: 'lists.yaml', config_name: `lists-${name}`, new_value: 2 });
      await client.query(
        `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by, ended_at)
       values ($1, $2, 'config', $3, $4, $5, 'an', 'An', $5, $5, $5) on conflict do nothing`,
        [`lists-${name}`, SERIAL, words, group === undefined ? 'failed' : 'done', at(MINUTE_MS)],
      );
      if (group !== undefined)
        await client.query(
          `insert into config_change (serial, file_name, config_name, old_value, new_value, at, by_username, by_name, model_group, command_id)
         values ($1, 'lists.yaml', 'p', '1', '2', $2, 'an', 'An', $3, $4) on conflict do nothing`,
          [SERIAL, at(MINUTE_MS), group, `lists-${name}`],
        );
    }
    const namesIn = (rows: readonly unknown[]) =>
      rows.flatMap((row) => /"config_name":"lists-(\w+)"/.exec(JSON.stringify(row))?.[1] ?? []).toSorted();
    const { address, identity } = server.it();
    const { results } = await answerOf(address, getCommands, {
      params: { serial: SERIAL },
      token: identity.issue(groups),
      query: { per_page: 100 },
    });
    const past = listed((await logFor(groups))(SPAN), 'commands').map(({ row }) => row);
    expect([namesIn(results), namesIn(past)]).toEqual([seen, seen]);
    expect(results.filter(({ command }) => command === 'config').length).toBe(parameters.length);
  },
);

it('[NIGHT17] what a console makes of the lists are answers of their calls', async () => {
  const state = (await logFor(adminOf('de-linde')))(SPAN);
  const own = { serial: SERIAL };
  for (const [call, params, query] of [
    [getCommands, own, {}],
    [getEvents, own, {}],
    [getConfigChanges, own, {}],
    [getTreatmentAll, {}, { device_serial: SERIAL }],
    [getIncidents, {}, { machine_serial: SERIAL }],
  ] as const) {
    const list = pastAnswers.listOf(call.name);
    const rows = list && selectPastRows(state, list);
    const answer = rows && pastAnswers.answer({ call: call.name, params, query: { ...query, page: 0, per_page: 100 } }, rows, from);
    expect([call.name, isAnswerOf(call, answer)]).toEqual([call.name, true]);
    expect(Object.values(Object(answer)).flat().length).toBeGreaterThan(1);
  }
});

it('[NIGHT17] of more than 500 rows the newest are listed, since the oldest of them', async () => {
  await client.query(`delete from command where id like 'lists-%'`);
  await client.query(
    `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by, ended_at)
     select 'lists-many-' || n, $1, 'reload_config', '{}', 'done', $2::timestamptz + make_interval(secs => n), 'an', 'An', now(), now(),
       $2::timestamptz + make_interval(secs => n) from generate_series(0, 549) n`,
    [SERIAL, at(0)],
  );
  const stateAt = await logFor(adminOf('de-linde'));
  // Fifty seconds after the begin of the block is the oldest of the newest 500.
  expect(selectPastRows(stateAt(49_000), 'commands')).toBeUndefined();
  expect(selectPastRows(stateAt(50_000), 'commands')?.since).toBe(from + 50_000);
  const ids = idsIn(stateAt(SPAN), 'commands', 'lists-many-');
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 'lists-many-549', 'lists-many-50']);
});
