import { beforeAll, expect, it } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncident } from '#contract/incident';
import {
  getIncidentNotes,
  MAX_INCIDENT_NOTE,
  MAX_INCIDENT_NOTES,
  postChangeIncidentNote,
  postIncidentNote,
  postRemoveIncidentNote,
} from '#contract/incidentNote';
import { DAY_MS } from '#domain/text/timeUnits';
import { anIncident } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { moveTo } from '../support/movedDevice.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
const INCIDENT = 'noted';
const incidentAt = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;

const as = (username: string, groups: readonly string[]) => server.it().identity.issue(groups, { username, name: username });
const an = () => as('An', userOf('de-linde'));
const bo = () => as('Bo', userOf('de-linde'));
const admin = () => as('Admin', adminOf('de-linde'));
const foreign = () => as('Chris', adminOf('hortus-noord'));

beforeAll(async () => {
  const device = await server.it().device(SERIAL);
  const incident = anIncident(INCIDENT, { time: new Date(incidentAt).toISOString() });
  await device.publish(deviceTopic(SERIAL, 'log'), JSON.stringify(incident));
  await until('the incident is stored', async () => {
    const { incident: found } = await answerOf(server.it().address, getIncident, { params: { id: INCIDENT }, token: an() });
    return found != null;
  });
});

interface Written {
  readonly token?: string;
  readonly at?: number;
  readonly text?: string;
  readonly note_id?: string;
  readonly id?: string;
}
const write = ({ token = an(), at = incidentAt, text = 'A box', note_id = crypto.randomUUID(), id = INCIDENT }: Written = {}) =>
  ask(server.it().address, postIncidentNote, { params: { id }, token, body: { note_id, at: new Date(at).toISOString(), text } });
async function written(note: Written = {}) {
  const outcome = await write(note);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.answer.result;
}
const notes = async (token = an()) => (await answerOf(server.it().address, getIncidentNotes, { params: { id: INCIDENT }, token })).result;
const change = (note_id: string, token: string, text = 'Another text') =>
  ask(server.it().address, postChangeIncidentNote, { params: { id: INCIDENT, note_id }, token, body: { text } });
const remove = (note_id: string, token: string) =>
  ask(server.it().address, postRemoveIncidentNote, { params: { id: INCIDENT, note_id }, token });

it('[INOTE1] everybody who sees the incident sees its notes by their instants, with author and time', async () => {
  await written({ at: incidentAt + 2_000, text: '  The box fell \n again ' });
  await written({ token: bo(), at: incidentAt - 2_000, text: 'A box lies there' });
  const found = await notes(admin());
  expect(found.map(({ text, author, at }) => [text, author, Date.parse(at) - incidentAt])).toEqual([
    ['A box lies there', 'Bo', -2_000],
    ['The box fell \n again', 'An', 2_000],
  ]);
  expect(Math.abs(Date.parse(found[0]?.written_at ?? '') - server.it().now())).toBeLessThan(60_000);
  expect((await notes(bo())).map(({ may_change }) => may_change)).toEqual([true, false]);
  expect((await notes(as('Staff', staff))).map(({ may_change }) => may_change)).toEqual([true, true]);
  expect((await notes(as('Support', support))).map(({ may_change }) => may_change)).toEqual([false, false]);
});

it('[INOTE1] a person of another organisation is answered as for an unknown incident', async () => {
  const { note_id } = await written();
  for (const [token, id] of [
    [foreign(), INCIDENT],
    [an(), 'nobody'],
  ] as const) {
    const { address } = server.it();
    const outcomes = [
      await ask(address, getIncidentNotes, { params: { id }, token }),
      await write({ token, id }),
      await ask(address, postChangeIncidentNote, { params: { id, note_id }, token, body: { text: 'x' } }),
      await ask(address, postRemoveIncidentNote, { params: { id, note_id }, token }),
    ];
    expect(outcomes.map(({ status, text }) => [status, text])).toEqual(outcomes.map(() => [404, '{"error":"NotFound: no such incident"}']));
  }
  expect((await notes()).some((note) => note.note_id === note_id)).toBe(true);
});

it('[INOTE2] the author and administrators change and remove a note, nobody else', async () => {
  const { note_id } = await written();
  expect((await change(note_id, bo())).status).toBe(403);
  expect((await change(note_id, as('Support', support))).status).toBe(403);
  expect((await remove(note_id, bo())).status).toBe(403);
  expect(await change(note_id, an(), 'By its author')).toMatchObject({ answer: { result: { text: 'By its author', changed_by: 'An' } } });
  expect(await change(note_id, admin())).toMatchObject({ answer: { result: { author: 'An', changed_by: 'Admin' } } });
  expect((await remove(note_id, admin())).status).toBe(200);
  for (const outcome of [await change(note_id, an()), await remove(note_id, an())])
    expect(outcome).toMatchObject({ status: 404, error: 'NotFound: no such note' });
  const { note_id: another } = await written();
  expect((await remove(another, as('Staff', staff))).status).toBe(200);
});

it('[INOTE7] a change of a text that somebody else has changed meanwhile is refused, and repeated or without the text it is not', async () => {
  const { note_id } = await written({ text: 'First' });
  const expecting = async (text: string, expected_text: string | null) => {
    const answer = await ask(server.it().address, postChangeIncidentNote, {
      params: { id: INCIDENT, note_id },
      token: an(),
      body: { text, expected_text },
    });
    return answer.ok ? answer.answer.result.text : answer.error;
  };
  expect(await expecting('Second', 'First')).toBe('Second');
  expect(await expecting('Third', 'First')).toBe('Conflict: Somebody else has changed this note meanwhile.');
  expect((await notes()).find((note) => note.note_id === note_id)?.text).toBe('Second');
  expect(await expecting('Second', 'First')).toBe('Second');
  expect(await expecting('Third', null)).toBe('Third');
});

it('[INOTE3] a repeated id is the same note, of the person who wrote it', async () => {
  const note_id = crypto.randomUUID();
  const both = await Promise.all([write({ note_id, text: 'Once' }), write({ note_id, text: 'Once' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await written({ note_id, text: 'Once' })).toMatchObject({ text: 'Once', changed_at: null });
  expect((await notes()).filter((note) => note.note_id === note_id)).toHaveLength(1);
  expect((await write({ note_id, token: bo() })).status).toBe(409);
});

it('[INOTE3] an id in capitals is the same one, also to change and to remove the note', async () => {
  const { note_id } = await written({ text: 'Small' });
  const capitals = note_id.toUpperCase();
  expect(await written({ note_id: capitals, text: 'Capital' })).toMatchObject({ note_id, text: 'Capital' });
  expect((await change(capitals, an())).status).toBe(200);
  expect((await remove(capitals, an())).status).toBe(200);
  expect((await notes()).map((note) => note.note_id)).not.toContain(note_id);
});

it('[INOTE3] a note that is sent once more with another text or instant is changed: the answer to the first attempt was lost', async () => {
  const note_id = crypto.randomUUID();
  const { written_at } = await written({ note_id, text: 'Once' });
  const edited = await written({ note_id, text: 'Edited', at: incidentAt + 1_000 });
  expect(edited).toMatchObject({ text: 'Edited', written_at, author: 'An', changed_by: 'An' });
  expect(Date.parse(edited.at)).toBe(incidentAt + 1_000);
  expect((await notes()).filter((note) => note.note_id === note_id)).toEqual([edited]);
});

it.each<[string, Written, RegExp]>([
  ['an empty text', { text: ' \n ' }, /Write a text/],
  ['a text that is too long', { text: 'x'.repeat(MAX_INCIDENT_NOTE + 1) }, /at most 2000 characters; this one has 2001/],
  ['a text far too long', { text: 'x'.repeat(20 * MAX_INCIDENT_NOTE) }, /body.text/],
  ['a control character', { text: 'a\u0007b' }, /control characters/],
  ['a control of direction', { text: 'a\u202Eb' }, /control characters/],
  ['half a character', { text: 'a\uD800b' }, /characters/],
  ['an instant of more than a day before', { at: incidentAt - DAY_MS - 1 }, /at most a day/],
  ['an instant of more than a day after', { at: incidentAt + DAY_MS + 1 }, /at most a day/],
  ['an id that is none', { note_id: 'one' }, /note_id/],
])('[INOTE4] %s is refused, and nothing is written', async (_, note, reason) => {
  const before = await notes();
  const outcome = await write(note);
  expect(outcome).toMatchObject({ status: 400, error: expect.stringMatching(reason) });
  expect(await notes()).toEqual(before);
});

it('[INOTE4] the longest text and the ends of the two days are taken; a change is checked like a new note', async () => {
  const { note_id } = await written({ at: incidentAt - DAY_MS, text: '🌱'.repeat(MAX_INCIDENT_NOTE) });
  await written({ at: incidentAt + DAY_MS });
  expect(await change(note_id, an(), '')).toMatchObject({ status: 400, error: 'Invalid: Write a text.' });
});

it('[INOTE5] when the device works for another organisation, the notes stay with the owner of then', async () => {
  const before = await notes();
  await moveTo(server.it(), SERIAL, 'loc-hortus-noord');
  expect((await ask(server.it().address, getIncidentNotes, { params: { id: INCIDENT }, token: foreign() })).status).toBe(404);
  expect(await notes()).toEqual(before);
});

it('[INOTE5] a person who left the organisation sees and changes the own note no more', async () => {
  const { note_id } = await written({ token: an() });
  const moved = as('An', userOf('hortus-noord'));
  expect([(await change(note_id, moved)).status, (await remove(note_id, moved)).status]).toEqual([404, 404]);
});

it('[INOTE6] an incident has a limited number of notes, also when many write at once', async () => {
  const rest = MAX_INCIDENT_NOTES - (await notes()).length;
  const database = openTestDatabase(server.it().databaseUrl);
  const row = { incident_id: INCIDENT, at: new Date(incidentAt), text: 'x', username: 'Bo', author: 'Bo', written_at: new Date() };
  const filler = Array.from({ length: rest - 2 }, (_, index) => ({ ...row, note_id: String(index), changed_at: null, changed_by: null }));
  await database.insertInto('incident_note').values(filler).execute();
  await database.destroy();
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => write()));
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409, 409]);
  const refused = outcomes.find(({ ok }) => !ok);
  expect(refused).toMatchObject({ error: 'Conflict: An incident has at most 200 notes. Remove one first.' });
});
