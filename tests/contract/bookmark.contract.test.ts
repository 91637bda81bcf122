import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { getBookmarks, MAX_BOOKMARK, MAX_BOOKMARKS, MAX_SHARED_BOOKMARKS, postBookmark, postRemoveBookmark } from '#contract/bookmark';
import { postCreateUser, postDeleteUser } from '#contract/user';
import { DAY_MS } from '#domain/text/timeUnits';
import { conflict } from '#server/platform/failure/failure';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
const as = (username: string, groups: readonly string[]) => server.it().identity.issue(groups, { username, name: username });
const an = () => as('An', userOf('de-linde'));
const bo = () => as('Bo', userOf('de-linde'));
const admin = () => as('Admin', adminOf('de-linde'));
const foreign = () => as('Chris', adminOf('hortus-noord'));

interface Written {
  readonly token?: string;
  readonly at?: number;
  readonly text?: string;
  readonly is_shared?: boolean;
  readonly bookmark_id?: string;
}
const write = ({
  token = an(),
  at = Date.now(),
  text = 'Belt slips',
  is_shared = false,
  bookmark_id = crypto.randomUUID(),
}: Written = {}) =>
  ask(server.it().address, postBookmark, { token, body: { bookmark_id, at: new Date(at).toISOString(), text, is_shared } });
async function written(note: Written = {}) {
  const outcome = await write(note);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.answer.result;
}
const seen = async (token: string) => (await answerOf(server.it().address, getBookmarks, { token })).result;
const ids = async (token: string) => (await seen(token)).map(({ bookmark_id }) => bookmark_id);
const remove = (bookmark_id: string, token: string) => ask(server.it().address, postRemoveBookmark, { token, params: { bookmark_id } });

beforeAll(async () => {
  expect(await seen(an())).toEqual([]);
});

it('[BOOKM1] a bookmark is seen by its person in every browser, by nobody else until it is shared, and then by the organisation with its author', async () => {
  const { bookmark_id } = await written({ at: 1_000, text: ' Pallet in\n lane 3 ' });
  expect(await seen(an())).toEqual([
    {
      bookmark_id,
      at: '1970-01-01T00:00:01.000Z',
      text: 'Pallet in\n lane 3',
      is_shared: false,
      author: 'An',
      is_own: true,
      may_remove: true,
    },
  ]);
  for (const token of [bo(), admin(), foreign(), as('Staff', staff)]) expect(await ids(token)).not.toContain(bookmark_id);
  expect(await written({ bookmark_id, at: 1_000, text: 'Pallet', is_shared: true })).toMatchObject({ text: 'Pallet', is_shared: true });
  expect(await seen(bo())).toMatchObject([{ bookmark_id, author: 'An', is_own: false, may_remove: false }]);
  expect(await seen(admin())).toMatchObject([{ bookmark_id, may_remove: true }]);
  expect(await seen(as('Staff', staff))).toMatchObject([{ bookmark_id, may_remove: true }]);
  expect(await seen(as('Support', support))).toMatchObject([{ bookmark_id, may_remove: false }]);
  expect(await ids(foreign())).toEqual([]);
  await written({ bookmark_id, at: 1_000, text: 'Pallet', is_shared: false });
  expect(await ids(bo())).toEqual([]);
});

it('[BOOKM2] only the author changes one; the author, an administrator who sees it, and nobody else removes it', async () => {
  const { bookmark_id } = await written({ is_shared: true });
  const own = await written();
  expect(await write({ bookmark_id, token: bo() })).toMatchObject({ status: 409, error: 'Conflict: This id is of another note.' });
  expect(await write({ bookmark_id, token: admin() })).toMatchObject({ status: 409 });
  expect(await remove(bookmark_id, bo())).toMatchObject({ status: 403 });
  for (const [id, token] of [
    [own.bookmark_id, admin()],
    [bookmark_id, foreign()],
    [crypto.randomUUID(), an()],
  ] as const)
    expect(await remove(id, token)).toMatchObject({ status: 404, error: 'NotFound: no such note' });
  expect((await seen(an())).map(({ text }) => text)).toContain('Belt slips');
  expect((await remove(bookmark_id, admin())).status).toBe(200);
  expect((await remove(own.bookmark_id, an())).status).toBe(200);
  expect(await ids(an())).not.toContain(bookmark_id);
});

it('[BOOKM3] a repeated id is the same note', async () => {
  const bookmark_id = crypto.randomUUID();
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => write({ bookmark_id, at: 5_000 })));
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ids(an())).filter((id) => id === bookmark_id)).toHaveLength(1);
});

it('[BOOKM3] an id in capitals is the same one, also to remove the note', async () => {
  const { bookmark_id } = await written({ text: 'Small' });
  expect(await written({ bookmark_id: bookmark_id.toUpperCase(), text: 'Capital' })).toMatchObject({ bookmark_id, text: 'Capital' });
  expect((await remove(bookmark_id.toUpperCase(), an())).status).toBe(200);
  expect(await ids(an())).not.toContain(bookmark_id);
});

it.each<[string, Written, RegExp]>([
  ['an empty text', { text: ' \n' }, /Write a text/],
  ['a text that is too long', { text: 'x'.repeat(MAX_BOOKMARK + 1) }, /at most 500 characters; this one has 501/],
  ['a text far too long', { text: 'x'.repeat(20 * MAX_BOOKMARK) }, /body.text/],
  ['a control character', { text: 'a\u0000b' }, /characters/],
  ['a control of direction', { text: 'a\u202Eb' }, /control characters/],
  ['a moment that has not come', { at: Date.now() + 2 * DAY_MS }, /has not come/],
  ['an id that is none', { bookmark_id: 'one' }, /bookmark_id/],
])('[BOOKM4] %s is refused, and nothing is kept', async (_, note, reason) => {
  const before = await seen(an());
  expect(await write(note)).toMatchObject({ status: 400, error: expect.stringMatching(reason) });
  expect(await seen(an())).toEqual(before);
});

it('[BOOKM5] what was written for an organisation stays with it when its author goes elsewhere', async () => {
  const hugo = (groups: readonly string[]) => as('Hugo', groups);
  const { bookmark_id } = await written({ token: hugo(userOf('de-linde')), is_shared: true });
  const moved = hugo(userOf('hortus-noord'));
  expect(await ids(moved)).toEqual([]);
  expect(await ids(foreign())).toEqual([]);
  expect([(await write({ bookmark_id, token: moved })).status, (await remove(bookmark_id, moved)).status]).toEqual([409, 404]);
  expect(await ids(bo())).toContain(bookmark_id);
  const ofBoth = await written({ token: hugo([...userOf('de-linde'), 'organisation:hortus-noord']), is_shared: true });
  expect(await ids(bo())).not.toContain(ofBoth.bookmark_id);
  expect(await ids(foreign())).not.toContain(ofBoth.bookmark_id);
  expect(await ids(as('Dee', [...userOf('de-linde'), 'organisation:hortus-noord']))).toContain(ofBoth.bookmark_id);
});

it('[BOOKM5] what the staff of the provider shares is for the staff, and what a person without an organisation shares for nobody else', async () => {
  const { bookmark_id } = await written({ token: as('Staff', staff), is_shared: true });
  expect(await ids(as('Support', support))).toContain(bookmark_id);
  expect(await ids(admin())).not.toContain(bookmark_id);
  const nobody = as('Nobody', ['user_type:organisation_user']);
  const alone = await written({ token: nobody, is_shared: true });
  expect(await ids(nobody)).toEqual([alone.bookmark_id]);
  expect(await ids(bo())).not.toContain(alone.bookmark_id);
});

it('[BOOKM7] the bookmarks of a person go with the account', async () => {
  const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  const body = { ...person, email: 'jo.maes@delinde.example' };
  const token = as('Staff', staff);
  await answerOf(server.it().address, postCreateUser, { token, body });
  const { administration } = server.it().identity;
  const account = await administration.find(body.email);
  const { bookmark_id } = await written({ token: as(account?.username ?? '', userOf('de-linde')), is_shared: true });
  expect(await ids(bo())).toContain(bookmark_id);
  const deletion = () => ask(server.it().address, postDeleteUser, { token, body: { email: body.email } });
  // One that fails leaves both, whichever of them it is.
  const refused = vi.spyOn(administration, 'remove').mockRejectedValueOnce(conflict('The directory is away.'));
  expect(await deletion()).toMatchObject({ status: 409 });
  refused.mockRestore();
  expect(await ids(bo())).toContain(bookmark_id);
  const database = openTestDatabase(server.it().databaseUrl);
  await sql`create function refuse_bookmark() returns trigger language plpgsql as 'begin raise exception ''away''; end'`.execute(database);
  await sql`create trigger refuse_bookmark before delete on history_bookmark for each row execute function refuse_bookmark()`.execute(
    database,
  );
  expect(await deletion()).toMatchObject({ ok: false });
  await sql`drop trigger refuse_bookmark on history_bookmark`.execute(database);
  await database.destroy();
  expect(await administration.find(body.email)).toBeDefined();
  expect(await deletion()).toMatchObject({ ok: true });
  expect(await administration.find(body.email)).toBeUndefined();
  expect(await ids(bo())).not.toContain(bookmark_id);
});

it('[RETAIN7] files with a removed bookmark are cut again, also where it goes with the account of its author', async () => {
  const person = { name: 'Lou', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  const [body, token] = [{ ...person, email: 'lou.maes@delinde.example' }, as('Staff', staff)];
  await answerOf(server.it().address, postCreateUser, { token, body });
  const account = await server.it().identity.administration.find(body.email);
  const [begin, each] = [Date.UTC(2025, 2, 1), 2 * DAY_MS];
  const author = as(account?.username ?? '', userOf('de-linde'));
  const [one] = [await written({ at: begin }), await written({ at: begin + each, token: author }), await written({ at: begin + 2 * each })];
  const database = openTestDatabase(server.it().databaseUrl);
  const file = { kind: 'reports' as const, state: 'complete' as const, serials: ['LF-0140-23'], row_count: 1, bytes: 1, sha256: '' };
  const rest = { footer_bytes: 1, footer_crc: 1, written_at: new Date(), is_cut: true };
  // Each file ends ten minutes before a note, or a little earlier.
  const files = [0, 1, 2].flatMap((count) =>
    [10 * 60_000, 10 * 60_000 + 1].map((before) => {
      const end = begin + count * each - before;
      return { ...file, ...rest, name: `${count} ${before}`, first_at: new Date(end - 1_000), last_at: new Date(end) };
    }),
  );
  await database.insertInto('history_file').values(files).execute();
  const again = async () => {
    const rows = await database.selectFrom('history_file').select('name').where('is_cut', '=', false).orderBy('name').execute();
    return rows.map(({ name }) => name);
  };
  expect((await remove(one.bookmark_id, an())).status).toBe(200);
  expect(await again()).toEqual(['0 600000']);
  await answerOf(server.it().address, postDeleteUser, { token, body: { email: body.email } });
  expect(await again()).toEqual(['0 600000', '1 600000']);
  await database.deleteFrom('history_file').execute();
  await database.destroy();
});

it('[BOOKM6] a person has a limited number of bookmarks, also when several browsers write at once, and an answer of shared ones', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const organisations = ['org-de-linde'];
  const row = { at: new Date(), text: 'x', of_staff: false, organisations, written_at: new Date() };
  const many = (username: string, count: number, is_shared: boolean) =>
    Array.from({ length: count }, (_, index) => ({ ...row, username, author: username, is_shared, bookmark_id: `${username} ${index}` }));
  await database
    .insertInto('history_bookmark')
    .values(many('Full', MAX_BOOKMARKS - 2, false))
    .execute();
  for (const person of ['S1', 'S2', 'S3'])
    await database
      .insertInto('history_bookmark')
      .values(many(person, 400, true))
      .execute();
  await database.destroy();
  const full = as('Full', userOf('de-linde'));
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => write({ token: full })));
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409, 409]);
  const refused = outcomes.find(({ ok }) => !ok);
  expect(refused).toMatchObject({ error: 'Conflict: At most 500 notes of a person are kept. Delete one first.' });
  // A change of one is no more than there was.
  expect(
    (await write({ token: full, bookmark_id: outcomes.flatMap((one) => (one.ok ? [one.answer.result.bookmark_id] : []))[0] ?? '' })).status,
  ).toBe(200);
  const { result, has_older } = await answerOf(server.it().address, getBookmarks, { token: full });
  expect([result.length, has_older]).toEqual([MAX_BOOKMARKS + MAX_SHARED_BOOKMARKS, true]);
});
