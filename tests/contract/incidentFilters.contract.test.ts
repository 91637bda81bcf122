import { beforeAll, expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncidents, MAX_ID_PART, RENDERED } from '#contract/incident';
import { anIncident, standsAt } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

const server = withServer();
const began = Math.floor(Date.now() / 1_000) * 1_000;
const ago = (minutes: number) => new Date(began - minutes * 60_000).toISOString();
/** A millisecond before or after. */
const beside = (instant: string, by: -1 | 1) => new Date(Date.parse(instant) + by).toISOString();

type Query = Readonly<Record<string, string | number>>;
const asUser = () => server.it().identity.issue(userOf('de-linde'));
const asStaff = () => server.it().identity.issue(staff);
const found = async (query: Query, token = asUser()) => {
  const { total, incidents } = await answerOf(server.it().address, getIncidents, { query, token });
  return { total, ids: incidents.map(({ incident_id }) => incident_id) };
};
const refusalOf = (query: Query) => ask(server.it().address, getIncidents, { query, token: asUser() });

/** Newest first: a minute lies between two. */
const mine = ['Video-1', 'video-2', 'torn', 'other-words', '100%', '100x', 'a_b', 'a-b', String.raw`c\d`, 'É'];
const timeOf = (id: string) => ago(1 + mine.indexOf(id));
const idsBut = (...left: readonly string[]) => mine.filter((id) => !left.includes(id));

beforeAll(async () => {
  const own = await server.it().device('LF-0140-23');
  const foreign = await server.it().device('DV-0105');
  const tells = async (device: TestDevice, id: string, time: string) =>
    device.publish(deviceTopic(device.serial, 'log'), JSON.stringify(anIncident(id, { time })));
  for (const id of mine) await tells(own, id, timeOf(id));
  await tells(foreign, 'video-foreign', ago(2.5));
  await until('all of them', async () => (await found({}, asStaff())).total === mine.length + 1);
  const databaseUrl = server.it().databaseUrl;
  const steps = {
    'Video-1': { success: true, message: RENDERED },
    'video-2': { success: true, message: RENDERED },
    torn: { success: false, message: RENDERED },
    'other-words': { success: true, message: 'Nothing to render' },
    'video-foreign': { success: true, message: RENDERED },
  };
  for (const [id, step] of Object.entries(steps)) {
    await standsAt({ databaseUrl, id, steps: { mosaic_rendering: { ...step, retry_possible: false } } });
  }
});

it('[FEAT1] [GAP-63] config.json announces them', async () => {
  const config = consoleConfig.parse(await (await fetch(`${server.it().address}/config.json`)).json());
  expect(config.features).toContain('incident_filters');
});

it.each<[string, Query, readonly string[]]>([
  ['a video', { has_video: 'true' }, ['Video-1', 'video-2']],
  ['no video', { has_video: 'false' }, idsBut('Video-1', 'video-2')],
  ['a part of the id in small letters', { incident_id_contains: 'video' }, ['Video-1', 'video-2']],
  ['a part of the id in capitals', { incident_id_contains: 'VIDEO-2' }, ['video-2']],
  ['the end of the id', { incident_id_contains: '-b' }, ['a-b']],
  ['a letter beyond ASCII', { incident_id_contains: 'É' }, ['É']],
  ['a percent sign', { incident_id_contains: '%' }, ['100%']],
  ['a percent sign inside', { incident_id_contains: '0%0' }, []],
  ['an underscore', { incident_id_contains: '_' }, ['a_b']],
  ['a backslash', { incident_id_contains: '\\' }, [String.raw`c\d`]],
  ['an escaped wildcard', { incident_id_contains: String.raw`\%` }, []],
  ['a quote', { incident_id_contains: "'" }, []],
  ['a hostile text', { incident_id_contains: "' or 1=1 --" }, []],
  ['another hostile text', { incident_id_contains: "'); drop table incident; --" }, []],
  ['a text of the longest size', { incident_id_contains: 'x'.repeat(MAX_ID_PART) }, []],
  ['a start', { start_time: timeOf('torn') }, ['Video-1', 'video-2', 'torn']],
  ['a start just after', { start_time: beside(timeOf('torn'), 1) }, ['Video-1', 'video-2']],
  ['an end', { end_time: timeOf('a-b') }, ['a-b', String.raw`c\d`, 'É']],
  ['an end just before', { end_time: beside(timeOf('a-b'), -1) }, [String.raw`c\d`, 'É']],
  ['one instant', { start_time: timeOf('100x'), end_time: timeOf('100x') }, ['100x']],
  ['times long past', { start_time: '0001-01-01T00:00:00Z', end_time: '1970-01-01T00:00:00Z' }, []],
  ['the year nought', { end_time: '0000-01-01T00:00:00Z' }, []],
  ['times far ahead', { start_time: '9999-12-31T23:59:59.999Z' }, []],
  [
    'all three',
    { has_video: 'true', start_time: timeOf('video-2'), incident_id_contains: 'video', end_time: timeOf('video-2') },
    ['video-2'],
  ],
  ['one of the documents beside', { has_video: 'true', machine_serial: 'LF-0140-23', map_id: 'de-linde-2' }, ['Video-1', 'video-2']],
  ['one of the documents that leaves nothing', { has_video: 'true', machine_serial: 'LF-0141-23' }, []],
  ['the id of a foreign one', { incident_id_contains: 'video-foreign' }, []],
])('[INC12] [SEE1] filtered by %s the list holds and counts what is left', async (_name, query, ids) => {
  expect(await found(query)).toEqual({ total: ids.length, ids });
});

it('[INC12] pages and their total are those of what is left', async () => {
  const query = { has_video: 'false', per_page: 3 };
  const left = idsBut('Video-1', 'video-2');
  expect(await found({ ...query, page: 0 })).toEqual({ total: 8, ids: left.slice(0, 3) });
  expect(await found({ ...query, page: 2 })).toEqual({ total: 8, ids: left.slice(6) });
  expect(await found({ ...query, page: 3 })).toEqual({ total: 8, ids: [] });
});

it('[INC12] [INC10] staff find those of every organisation, and whoever is of none finds nothing', async () => {
  expect(await found({ has_video: 'true' }, asStaff())).toEqual({ total: 3, ids: ['Video-1', 'video-2', 'video-foreign'] });
  expect(await found({ has_video: 'true' }, server.it().identity.issue(userOf('nobody')))).toEqual({ total: 0, ids: [] });
});

it.each<[string, Query, RegExp]>([
  ['an unknown word for video', { has_video: 'Yes' }, /^Invalid: query\.has_video: .*true.*false/],
  ['a number for video', { has_video: 1 }, /query\.has_video/],
  ['a day without a time', { start_time: '2026-03-04' }, /^Invalid: query\.start_time: .*ISO/],
  ['a day that does not exist', { start_time: '2026-02-30T00:00:00Z' }, /query\.start_time/],
  ['a time with an offset', { end_time: '2026-03-04T00:00:00+01:00' }, /query\.end_time/],
  ['a time without a zone', { end_time: '2026-03-04T00:00:00' }, /query\.end_time/],
  ['a hostile time', { end_time: "2026-03-04T00:00:00Z' or 1=1 --" }, /query\.end_time/],
  ['an end before the start', { start_time: ago(1), end_time: ago(2) }, /^Invalid: The end lies before the start\.$/],
  ['a text that is one character too long', { incident_id_contains: 'x'.repeat(MAX_ID_PART + 1) }, /query\.incident_id_contains: .*200/],
  ['a text of 10,000 characters', { incident_id_contains: 'x'.repeat(10_000) }, /query\.incident_id_contains: .*200/],
  ['a text that cannot be stored', { incident_id_contains: 'a\0b' }, /^Invalid: a text holds characters that cannot be stored$/],
])('[INC12] [HTTP1] %s is refused with what is wrong', async (_name, query, error) => {
  expect(await refusalOf(query)).toMatchObject({ ok: false, status: 400, error: expect.stringMatching(error) });
});

it.each([
  'incident_id_contains=',
  'has_video=',
  'start_time=',
  'has_video=true&has_video=false',
  'incident_id_contains=a&incident_id_contains=b',
])('[INC12] [HTTP1] ?%s is refused', async (search) => {
  const reply = await fetch(`${server.it().address}/api/incidents/all?${search}`, { headers: { authorization: `Bearer ${asUser()}` } });
  expect(reply.status).toBe(400);
});
