import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf } from '#contract/call';
import {
  getHistoryActivity,
  getHistoryBlock,
  getHistoryEpisodes,
  getHistoryIndex,
  getHistoryRegion,
  getHistorySeries,
  postReviewEpisode,
} from '#contract/history';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { postCreateUser, postDeleteUser } from '#contract/user';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { nodeCodec } from '#session/nodeCodec';
import { selectDevice } from '#state/fleet';
import { selectIsFleetKnown } from '#state/health';
import { selectDeviceLabel, selectLocationName } from '#state/referenceData';
import { reduceLog } from '#state/store';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock, type EventBlock } from '#streams/recording/eventBlock';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
const [FROM, TO] = [10 * MINUTE_MS, MINUTE_MS];
const as = (groups: readonly string[], username = 'reader') =>
  server.it().identity.issue([...groups], { username, name: `Name of ${username}`, expiresAt: server.it().now() + HOUR_MS });
const span = () => ({ from: new Date(server.it().now() - FROM).toISOString(), to: new Date(server.it().now() + TO).toISOString() });

async function blockFor(
  groups: readonly string[],
  { from, to } = span(),
): Promise<{ status: number; block: EventBlock | null; headers: Headers }> {
  const reply = await fetch(`${server.it().address}/api/${addressOf(getHistoryBlock, { from, to })}`, {
    headers: { authorization: `Bearer ${as(groups)}` },
  });
  if (!reply.ok) return { status: reply.status, block: null, headers: reply.headers };
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return { status: reply.status, block: readBlock(await unframeBlock(bytes, nodeCodec), nodeCodec), headers: reply.headers };
}

const eventsOf = (block: EventBlock | null, count = block?.count ?? 0) =>
  Array.from({ length: count }, (_, index) => block?.eventAt(index)).filter((event) => event !== undefined);

/** Reports states one after the other, until the history holds the last one. */
async function reported(serial: string, levels: readonly number[], state = 'waiting_for_task') {
  const device = await server.it().device(serial);
  for (const battery_level of levels)
    await device.report({ current_state: state, battery_level, error_code: state === 'error' ? '0x00000011' : '' });
  await until('the history holds the reports', async () => {
    const { block } = await blockFor(staff);
    return eventsOf(block).some(
      (event) => event.kind === 'device.stateReported' && event.serial === serial && event.state.battery_level === levels.at(-1),
    );
  });
}

it('[NIGHT1] a past span is the log of a console: its fold shows devices, places and states of then', async () => {
  await reported(SERIAL, [61, 62, 63]);
  const { block } = await blockFor(adminOf('de-linde'));
  const events = eventsOf(block);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  const state = reduceLog(undefined, events.slice(0, events.findLastIndex(({ kind }) => kind === 'device.stateReported') + 1));
  expect(selectDevice(state, SERIAL)).toMatchObject({ isPresent: true, state: { battery_level: 63 } });
  expect(selectDeviceLabel(state, SERIAL)).not.toBe(SERIAL);
  expect(selectLocationName(state, SERIAL)).not.toBe('Not Deployed');
  expect(selectIsFleetKnown(state)).toBe(true);
  // Fifteen seconds after its last report it is no longer listed.
  expect(selectDevice(reduceLog(undefined, events), SERIAL)).toMatchObject({ isPresent: false });
});

it('[NIGHT2] nothing of another organisation, and nothing of later, is in a span', async () => {
  await reported('DV-0105', [41]);
  const before = {
    from: new Date(server.it().now() - 3 * HOUR_MS).toISOString(),
    to: new Date(server.it().now() - 2 * HOUR_MS).toISOString(),
  };
  const early = await blockFor(staff, before);
  expect(eventsOf(early.block).filter(({ kind }) => kind === 'device.stateReported')).toEqual([]);
  const { block } = await blockFor(userOf('de-linde'));
  expect(JSON.stringify(eventsOf(block))).not.toContain('DV-0105');
  const index = await answerOf(server.it().address, getHistoryIndex, { token: as(userOf('de-linde')), query: span() });
  expect(JSON.stringify(index)).not.toContain('DV-0105');
  const all = await answerOf(server.it().address, getHistoryIndex, { token: as(staff), query: span() });
  expect(Math.max(...all.density.map(({ devices }) => devices))).toBeGreaterThan(Math.max(...index.density.map(({ devices }) => devices)));
});

it('[NIGHT3] the index names the blocks that hold something; a block is the same for everybody and comes in parts', async () => {
  await reported(SERIAL, [70]);
  const { blocks, held_from, density_seconds } = await answerOf(server.it().address, getHistoryIndex, { token: as(staff), query: span() });
  expect(density_seconds).toBe(300);
  expect(Date.parse(held_from ?? '')).toBeLessThanOrEqual(server.it().now());
  const [block] = blocks;
  if (block === undefined) throw new Error('no block');
  expect(Date.parse(block.from) % (Date.parse(block.to) - Date.parse(block.from))).toBe(0);
  const address = `${server.it().address}/api/${addressOf(getHistoryBlock, block)}`;
  const whole = new Uint8Array(await (await fetch(address, { headers: { authorization: `Bearer ${as(staff)}` } })).arrayBuffer());
  const part = await fetch(address, { headers: { authorization: `Bearer ${as(staff)}`, range: 'bytes=4-11' } });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.subarray(4, 12));
});

it('[DLANE2] the activity of a span is that of the reports, to the minute, for those who may see the device', async () => {
  await reported(SERIAL, [44], 'error');
  const activity = async (groups: readonly string[]) =>
    (await answerOf(server.it().address, getHistoryActivity, { token: as(groups), query: span() })).result;
  const [own] = (await activity(adminOf('de-linde'))).filter(({ serial }) => serial === SERIAL);
  const last = own?.runs.at(-1);
  expect(last?.activity).toBe('error');
  expect(Date.parse(last?.to ?? '') % MINUTE_MS).toBe(0);
  expect(Date.parse(last?.to ?? '') - server.it().now()).toBeLessThanOrEqual(MINUTE_MS);
  expect((await activity(adminOf('hortus-noord'))).map(({ serial }) => serial)).not.toContain(SERIAL);
});

it.each([
  ['from after to', () => ({ from: span().to, to: span().from }), 400],
  ['an empty span', () => ({ from: span().to, to: span().to }), 400],
  ['ten years', () => ({ from: '2016-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), 400],
  ['a local time', () => ({ from: '2026-01-01T00:00:00', to: '2026-01-01T00:10:00' }), 400],
  ['no time', () => ({ from: 'yesterday', to: 'now' }), 400],
] as const)('[NIGHT4] %s is refused', async (_, made, status) => {
  const query = made();
  expect(await ask(server.it().address, getHistoryIndex, { token: as(staff), query })).toMatchObject({ status });
  expect(await ask(server.it().address, getHistoryEpisodes, { token: as(staff), query })).toMatchObject({ status });
  expect((await blockFor(staff, query)).status).toBe(status);
});

it.each([
  ['a year by the day', 366, 86_400, 200],
  ['more than 400 days', 401, 86_400, 400],
  ['16 days by the hour', 16, 3_600, 200],
  ['a month by the hour', 32, 3_600, 400],
  ['ten years', 3_650, 86_400, 400],
  ['another step', 1, 60, 400],
] as const)('[OVERVIEW1] %s is answered as the limit of its steps says', async (_, days, step_seconds, status) => {
  await reported(SERIAL, [55]);
  const to = Math.ceil(server.it().now() / DAY_MS) * DAY_MS;
  const query = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString(), step_seconds };
  const asked = { token: as(staff), query };
  if (status !== 200) {
    expect(await ask(server.it().address, getHistoryIndex, asked)).toMatchObject({ status });
    return;
  }
  const index = await answerOf(server.it().address, getHistoryIndex, asked);
  expect(index).toMatchObject({ blocks: [], density_seconds: step_seconds });
  expect(index.density.length).toBeGreaterThan(0);
  expect(index.density.length).toBeLessThanOrEqual(400);
});

it('[OVERVIEW2] thousands of ordinary commands and changes do not use up the limit of the marks that are shown', async () => {
  const { databaseUrl, address, now } = server.it();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const command = `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by, ended_at)
    select 'overview-' || $2 || n, $1, $2, '{}', 'done', $3::timestamptz + make_interval(secs => n), 'an', 'An', now(), now(), now() from generate_series(1, $4) n`;
  await client.query(command, [SERIAL, 'stop_immediately', new Date(now() - 5 * DAY_MS), 1]);
  await client.query(command, [SERIAL, 'resume', new Date(now() - 4 * DAY_MS), 5_001]);
  const query = { from: new Date(now() - 6 * DAY_MS).toISOString(), to: new Date(now() - 3 * DAY_MS).toISOString() };
  const marksOf = async (step: Readonly<Record<string, number>>) =>
    answerOf(address, getHistoryIndex, { token: as(staff), query: { ...query, ...step, serial: SERIAL } });
  const whole = await marksOf({});
  expect(whole.has_older).toBe(true);
  const byHour = await marksOf({ step_seconds: 3_600 });
  expect(byHour.marks.filter(({ kind }) => kind === 'command').map(({ text }) => text)).toEqual(['Stop Immediately: An']);
  expect(byHour.has_older ?? false).toBe(false);
  const listed = await answerOf(address, getHistoryEpisodes, { token: as(staff), query });
  expect(listed.result.filter(({ kind }) => kind === 'command').map(({ text }) => text)).toEqual(['Stop Immediately: An']);
  expect(listed.has_older ?? false).toBe(false);
  await client.query(`delete from command where id like 'overview-%'`);
  await client.end();
});

it('[EPISODE5] an episode at the border of a span is in one list, is the same one in every list, and is reviewed by its id', async () => {
  const { databaseUrl, address, now } = server.it();
  const database = openTestDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  const border = Math.floor(now() / DAY_MS) * DAY_MS - 9 * DAY_MS;
  const error = (from: number, to: number, error_code = '0xe5') => ({
    serial: 'DV-0105',
    error_code,
    start_time: new Date(border + from * MINUTE_MS),
    stop_time: new Date(border + to * MINUTE_MS),
  });
  const treatment = (treatment_id: string, created: number, started: number, finished: number) => ({
    treatment_id,
    serial: 'DV-0105',
    organisation: 'org-hortus-noord',
    mission_id: 'm',
    map_id: 'maasdijk-2',
    treatment_type: 'uv',
    total_asked: 1,
    total_treated: 0,
    total_failed: 0,
    reached_end: false,
    creation_time: new Date(border + created * MINUTE_MS),
    start_time: new Date(border + started * MINUTE_MS),
    finish_time: new Date(border + finished * MINUTE_MS),
    finish_status: 'failed',
  });
  const incident_time = new Date(border + MINUTE_MS / 4);
  const incident = { incident_id: 'e5', serial: 'DV-0105', error_code: '0xe6', received_at: incident_time, manually_triggered: false };
  await database
    .insertInto('error_period')
    .values([error(-10, -8), error(1, 2), error(-0.5, 3, '0xe6')])
    .execute();
  await database
    .insertInto('incident')
    .values({ ...incident, incident_time })
    .execute();
  await database
    .insertInto('treatment')
    .values(treatment('night-e5', -10, 10, 60))
    .execute();
  const listOf = async (from: number, to: number) =>
    (
      await answerOf(address, getHistoryEpisodes, {
        token: as(staff),
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      })
    ).result
      .filter(({ serials }) => serials.includes('DV-0105'))
      .map(({ id }) => id);
  const [before, after, both] = [
    await listOf(border - DAY_MS, border),
    await listOf(border, border + DAY_MS),
    await listOf(border - DAY_MS, border + DAY_MS),
  ];
  expect(new Set(both.map((id) => id.split(' ')[0]))).toEqual(new Set(['error', 'incident', 'treatment']));
  expect(both.length).toBe(3);
  expect([...after, ...before]).toEqual(both);
  expect([before.length, after.length]).toEqual([1, 2]);
  for (const id of both)
    expect(await ask(address, postReviewEpisode, { token: as(staff), body: { id, reviewed: true } })).toMatchObject({ ok: true });
});

it('[EPISODE2] an error is an episode with its code; each person reviews it, and nobody else’s', async () => {
  await reported(SERIAL, [50], 'error');
  const days = await answerOf(server.it().address, getHistoryEpisodes, {
    token: as(staff),
    query: { ...span(), timezone: 'Europe/Brussels' },
  });
  expect(days.held_days).toContain(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Brussels' }).format(server.it().now()));
  const nowhere = { token: as(staff), query: { ...span(), timezone: 'Nowhere/Town' } };
  expect(await ask(server.it().address, getHistoryEpisodes, nowhere)).toMatchObject({ status: 400 });
  const episodes = async (groups: readonly string[], username: string) =>
    (await answerOf(server.it().address, getHistoryEpisodes, { token: as(groups, username), query: span() })).result;
  const [error] = (await episodes(adminOf('de-linde'), 'hugo')).filter(({ kind }) => kind === 'error');
  if (error === undefined) throw new Error('no error');
  expect(error).toMatchObject({ serials: [SERIAL], codes: ['0x00000011'], to: null, reviewed: false, reviews: [] });
  const review = (groups: readonly string[], username: string, reviewed: boolean) =>
    ask(server.it().address, postReviewEpisode, { token: as(groups, username), body: { id: error.id, reviewed } });
  expect(await review(adminOf('hortus-noord'), 'saskia', true)).toMatchObject({ status: 404 });
  expect(await review(adminOf('de-linde'), 'hugo', true)).toMatchObject({ ok: true });
  expect(await review(adminOf('de-linde'), 'hugo', true)).toMatchObject({ ok: true });
  const read = async (username: string) => (await episodes(staff, username)).find(({ id }) => id === error.id);
  expect(await read('hugo')).toMatchObject({ reviewed: true, reviews: [{ username: 'hugo', name: 'Name of hugo' }] });
  expect(await read('an')).toMatchObject({ reviewed: false, reviews: [{ username: 'hugo' }] });
  expect(await review(adminOf('de-linde'), 'hugo', false)).toMatchObject({ ok: true });
  expect(await read('hugo')).toMatchObject({ reviewed: false, reviews: [] });
  for (const id of ['', 'nothing', 'error 2026-99-99T00:00:00Z', `error DV-0105 ${new Date().toISOString()}`, 'x'.repeat(400)])
    expect([400, 404]).toContain(
      (await ask(server.it().address, postReviewEpisode, { token: as(staff), body: { id, reviewed: true } })).status,
    );
});

it('[EPISODE3] the reviews of a person go with the account, and others stay', async () => {
  await reported(SERIAL, [50], 'error');
  const { address, identity } = server.it();
  const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  const body = { ...person, email: 'jo.review@delinde.example' };
  await answerOf(address, postCreateUser, { token: as(staff), body });
  const username = (await identity.administration.find(body.email))?.username ?? '';
  const token = as(staff);
  const errors = async () =>
    (await answerOf(address, getHistoryEpisodes, { token, query: span() })).result.filter(({ kind }) => kind === 'error');
  const id = (await errors())[0]?.id ?? '';
  for (const who of [username, 'hugo'])
    await answerOf(address, postReviewEpisode, { token: as(adminOf('de-linde'), who), body: { id, reviewed: true } });
  const reviewers = async () => (await errors()).find((one) => one.id === id)?.reviews.map((review) => review.username);
  expect(await reviewers()).toEqual([username, 'hugo']);
  await answerOf(address, postDeleteUser, { token, body: { email: body.email } });
  expect(await reviewers()).toEqual(['hugo']);
});

it('[CHART1] battery and speed come in steps, with the least and greatest value of each, and empty where nothing was reported', async () => {
  await reported(SERIAL, [31, 35, 33]);
  const seriesOf = (groups: readonly string[], query: Readonly<Record<string, string>>) =>
    answerOf(server.it().address, getHistorySeries, {
      token: as(groups),
      query: { ...span(), serial: SERIAL, points: '100', ...query },
    });
  const answer = await seriesOf(adminOf('de-linde'), {});
  // Eleven minutes in at most 100 steps.
  expect(answer.step_seconds).toBe(10);
  expect(answer.battery.length).toBe(answer.speed.length);
  expect(answer.battery.map(({ at }) => Date.parse(at) % 10_000)).toEqual(answer.battery.map(() => 0));
  const values = answer.battery.flatMap(({ min, max, avg }) => (min === null || max === null || avg === null ? [] : [{ min, max, avg }]));
  expect(values.length).toBeGreaterThan(0);
  expect(values.length).toBeLessThan(answer.battery.length);
  for (const { min, max, avg } of values) expect([min, avg, max]).toEqual([min, avg, max].toSorted((one, other) => one - other));
  expect(Math.max(...values.map(({ max }) => max))).toBeGreaterThanOrEqual(35);
  expect(Math.min(...values.map(({ min }) => min))).toBeLessThanOrEqual(31);
  // A year has days as steps, and holds the newest reports too, whose hour is not counted yet.
  const year = await seriesOf(staff, { from: new Date(server.it().now() - 365 * DAY_MS).toISOString(), points: '400' });
  expect(year.step_seconds).toBe(86_400);
  expect(year.battery.length).toBeLessThanOrEqual(367);
  const newest = answer.battery.findLast(({ min }) => min !== null)?.at ?? '';
  expect(year.battery.find(({ at }) => at.slice(0, 10) === newest.slice(0, 10))?.min).not.toBeNull();
  expect(year.battery[0]).toMatchObject({ min: null, max: null, avg: null });
});

it.each([
  ['from after to', () => ({ from: span().to, to: span().from }), 400],
  ['ten years', () => ({ from: '2016-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), 400],
  ['no points', () => ({ points: '0' }), 400],
  ['too many points', () => ({ points: '2001' }), 400],
  ['half a point', () => ({ points: '99.5' }), 400],
  ['no serial', () => ({ serial: '' }), 400],
  ['an unknown device', () => ({ serial: 'LF-9999' }), 404],
  ['a device of others', () => ({ serial: 'DV-0105' }), 404],
] as const)('[CHART1] a series of %s is refused', async (_, made, status) => {
  const query = { ...span(), serial: SERIAL, points: '100', ...made() };
  expect(await ask(server.it().address, getHistorySeries, { token: as(adminOf('de-linde')), query })).toMatchObject({ status });
});

const MAP = 'de-linde-2';
const regionQuery = () => ({ ...span(), map_id: MAP, west: '1', south: '1', east: '3', north: '3', still_seconds: '10' });

it.each([
  ['from after to', () => ({ from: span().to, to: span().from }), 400],
  ['ten years', () => ({ from: '2016-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), 400],
  ['eight days', () => ({ from: new Date(server.it().now() - 8 * DAY_MS).toISOString() }), 400],
  ['a rectangle of zero width', () => ({ east: '1' }), 400],
  ['a rectangle that ends before it begins', () => ({ north: '0' }), 400],
  ['no number', () => ({ west: 'NaN' }), 400],
  ['a blank coordinate', () => ({ west: ' ' }), 400],
  ['a blank time', () => ({ still_seconds: ' ' }), 400],
  ['no end of the plane', () => ({ east: 'Infinity' }), 400],
  ['another planet', () => ({ east: '2000000' }), 400],
  ['no standstill', () => ({ still_seconds: '0' }), 400],
  ['an unknown map', () => ({ map_id: 'nowhere' }), 404],
  ['a map of others', () => ({ map_id: 'hortus-noord-1' }), 404],
] as const)('[REGION3] a search of %s is refused', async (_, made, status) => {
  const query = { ...regionQuery(), ...made() };
  expect(await ask(server.it().address, getHistoryRegion, { token: as(adminOf('de-linde')), query })).toMatchObject({ status });
});

it('[REGION1] [REGION2] a search returns who came in, to the owner and the staff alone, and nobody outside of the plan', async () => {
  const device = await server.it().device(SERIAL);
  await device.tell('state_data', { 'site/site_id': MAP });
  for (const x of [0, 2, 2.1, 9])
    await device.report({ current_state: 'waiting_for_task', current_pose_x: x, current_pose_y: 2, battery_level: 30 + x });
  await device.report({ current_state: 'waiting_for_task', current_pose_x: null, battery_level: 55 });
  const search = async (groups: readonly string[], query: Readonly<Record<string, string>> = {}) => {
    const answer = await answerOf(server.it().address, getHistoryRegion, { token: as(groups), query: { ...regionQuery(), ...query } });
    return answer.result.filter(({ serial }) => serial === SERIAL);
  };
  // Answers are kept for ten seconds: each question has another end.
  let asked = 0;
  const later = () => ({ to: new Date(server.it().now() + TO + (asked += 1)).toISOString() });
  await until('the history holds the visit', async () => (await search(staff, later())).length > 0);
  for (const groups of [staff, adminOf('de-linde'), userOf('de-linde')])
    expect(await search(groups, later())).toMatchObject([{ kind: 'visit', has_begun: true, has_ended: true }]);
  expect(await search(staff, { ...later(), west: '500', east: '501' })).toEqual([]);
});

it('[NIGHT8] a change of configuration is a mark for those alone who may view the group of its parameter', async () => {
  const { databaseUrl, address, now } = server.it();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const change = `insert into config_change (serial, file_name, config_name, old_value, new_value, at, by_username, by_name, model_group)
    values ($1, $2, 'p', '1', '2', $3, 'an', 'An', $4)`;
  const rows: readonly (readonly [string, string | null])[] = [
    ['purple.yaml', 'Drive-Purple'],
    ['green.yaml', 'Drive-Green'],
    ['old.yaml', null],
  ];
  for (const [file, group] of rows) await client.query(change, [SERIAL, file, new Date(now() - MINUTE_MS), group]);
  await client.end();
  const filesFor = async (groups: readonly string[]) => {
    const { marks } = await answerOf(address, getHistoryIndex, { token: as(groups), query: span() });
    return marks.flatMap(({ kind, text }) => (kind === 'configuration' ? [text.split(' ')[3] ?? ''] : [])).toSorted();
  };
  expect(await filesFor(adminOf('de-linde'))).toEqual(['green.yaml', 'purple.yaml']);
  expect(await filesFor(userOf('de-linde'))).toEqual(['green.yaml']);
  expect(await filesFor(userOf('hortus-noord'))).toEqual([]);
});

it('[CHART1] what one device did, and its marks, are asked for alone, and refused of others', async () => {
  await reported(SERIAL, [44], 'error');
  await reported('LF-0141-23', [45], 'error');
  const asked = { token: as(adminOf('de-linde')), query: { ...span(), serial: SERIAL } };
  const { address } = server.it();
  const { result } = await answerOf(address, getHistoryActivity, asked);
  expect(result.map(({ serial }) => serial)).toEqual([SERIAL]);
  const { marks, blocks, density } = await answerOf(address, getHistoryIndex, asked);
  expect(new Set(marks.map(({ serial }) => serial))).toEqual(new Set([SERIAL]));
  expect(marks.map(({ kind }) => kind)).toContain('error');
  expect(blocks).toEqual([]);
  expect(Math.max(...density.map(({ devices }) => devices))).toBe(1);
  const others = { ...asked, query: { ...span(), serial: 'DV-0105' } };
  expect(await ask(address, getHistoryActivity, others)).toMatchObject({ status: 404 });
  expect(await ask(address, getHistoryIndex, others)).toMatchObject({ status: 404 });
});

it('[NIGHT13] people with the same rights who ask for the same month at once share one reading, and none of them is refused', async () => {
  const query = { from: new Date(server.it().now() - 31 * DAY_MS).toISOString(), to: new Date(server.it().now()).toISOString() };
  for (const [call, more] of [
    [getHistoryIndex, {}],
    [getHistoryEpisodes, {}],
    [getHistoryEpisodes, { timezone: 'Europe/Brussels' }],
  ] as const) {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, person) =>
        ask(server.it().address, call, { token: as(adminOf('de-linde'), `person-${person}`), query: { ...query, ...more } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

it('[NIGHT15] the index of one device has its events among the marks, for a day at most and for its owner alone', async () => {
  const { address, now, device } = server.it();
  const robot = await device(SERIAL);
  const event = {
    kind: 'event',
    time: new Date(now()).toISOString(),
    level: 'warning',
    message: 'Lamp 3 is weak',
    data: null,
    action: null,
  };
  await robot.publish(deviceTopic(SERIAL, 'log'), JSON.stringify(event));
  const eventsIn = async (groups: readonly string[], from: number, serial?: string) => {
    const query = { from: new Date(now() - from).toISOString(), to: new Date(now() + MINUTE_MS).toISOString() };
    const reply = await ask(address, getHistoryIndex, { token: as(groups), query: serial === undefined ? query : { ...query, serial } });
    if (!reply.ok) return reply.status;
    return reply.answer.marks.filter(({ kind }) => kind === 'event').map(({ text }) => text);
  };
  await until('the event is stored', async () => JSON.stringify(await eventsIn(staff, HOUR_MS, SERIAL)).includes('Lamp 3'));
  expect(await eventsIn(adminOf('de-linde'), HOUR_MS, SERIAL)).toContain('Warning: Lamp 3 is weak');
  expect(await eventsIn(adminOf('van-houte'), HOUR_MS, SERIAL)).toBe(404);
  expect(await eventsIn(staff, HOUR_MS)).toEqual([]);
  expect(await eventsIn(staff, DAY_MS, SERIAL)).toEqual([]);
});
