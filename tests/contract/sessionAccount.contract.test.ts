import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call';
import {
  getAccountLines,
  getAccountPolicy,
  getSessionAccounts,
  MAX_ACCOUNT_LINES,
  MAX_ACCOUNT_TEXT,
  MAX_ACCOUNTS,
  MAX_SESSION_LINES,
  postAccountLines,
  postAccountNotice,
  postAccountPolicy,
  postRemoveAccount,
} from '#contract/sessionAccount';
import { postCreateUser, postDeleteUser } from '#contract/user';
import { DAY_MS } from '#domain/text/timeUnits';
import { locks } from '#server/platform/database/locks';
import { openDatabase } from '#server/platform/database/openDatabase';
import type { Database } from '#server/platform/database/tables';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const as = (username: string, groups: readonly string[]) => server.it().identity.issue(groups, { username, name: username });
const an = () => as('An', userOf('de-linde'));
const bo = () => as('Bo', userOf('de-linde'));
const admin = () => as('Admin', adminOf('de-linde'));
const foreign = () => as('Chris', adminOf('hortus-noord'));
const ofStaff = () => as('Staff', staff);

const policy = (token: string) => answerOf(server.it().address, getAccountPolicy, { token });
const turn = (token: string, is_on: boolean, organisation_id: string | null = 'org-de-linde') =>
  ask(server.it().address, postAccountPolicy, { token, body: { organisation_id, is_on } });
const notice = (token: string) => answerOf(server.it().address, postAccountNotice, { token, body: {} });
type Line = BodyOf<typeof postAccountLines>['lines'][number];
const aLine = (over: Partial<Line> = {}): Line => ({
  sequence: 0,
  at: new Date().toISOString(),
  kind: 'screen',
  text: 'State Overview',
  outcome: '',
  ...over,
});
interface Sent {
  readonly token?: string;
  readonly id?: string;
  readonly is_shared?: boolean;
  readonly lines?: readonly Line[];
}
const send = ({ token = an(), id = crypto.randomUUID(), is_shared = false, lines = [aLine()] }: Sent = {}) =>
  ask(server.it().address, postAccountLines, { token, params: { session_id: id }, body: { is_shared, lines: [...lines] } });
const accounts = (token: string) => answerOf(server.it().address, getSessionAccounts, { token, query: { page: 0, per_page: 100 } });
const ids = async (token: string) => (await accounts(token)).results.map(({ session_id }) => session_id);
const linesOf = (id: string, token: string, page = 0, per_page = 100) =>
  ask(server.it().address, getAccountLines, { token, params: { session_id: id }, query: { page, per_page } });
const remove = (id: string, token: string) => ask(server.it().address, postRemoveAccount, { token, params: { session_id: id } });
const withDatabase = async (work: (database: ReturnType<typeof openDatabase>) => Promise<unknown>) => {
  const database = openDatabase(server.it().databaseUrl);
  await work(database);
  await database.destroy();
};

beforeEach(async () => {
  await withDatabase(async (database) => {
    await database.deleteFrom('session_account').execute();
    await database.deleteFrom('session_account_removed').execute();
    await database.deleteFrom('account_policy').execute();
    await database.deleteFrom('account_notice').execute();
  });
});
it('[SACCT18] an empty id is an unknown organisation, and not the staff', async () => {
  for (const token of [ofStaff(), admin()]) expect(await turn(token, true, '')).toMatchObject({ status: 404 });
  expect(await policy(ofStaff())).toMatchObject({ is_on: false });
  expect(await turn(ofStaff(), true, null)).toMatchObject({ ok: true });
  expect(await policy(ofStaff())).toMatchObject({ is_on: true });
});

const switchedOn = async () => {
  expect((await turn(admin(), true)).status).toBe(200);
  for (const token of [an(), bo()]) await notice(token);
};

it('[SACCT1] nothing is kept before the organisation switches it on and the person has seen the notice', async () => {
  expect(await policy(an())).toEqual({ is_on: false, is_refused: false, days: 30, notice_seen_at: null, organisations: [] });
  expect(await send()).toMatchObject({ status: 403, error: 'Forbidden: Accounts of sessions are switched off.' });
  await turn(admin(), true);
  expect(await policy(an())).toMatchObject({ is_on: true, notice_seen_at: null });
  expect(await send()).toMatchObject({ status: 403, error: expect.stringMatching(/notice .* was not seen/) });
  const { result } = await notice(an());
  // The first time counts.
  expect((await notice(an())).result).toBe(result);
  expect(await policy(an())).toMatchObject({ is_on: true, notice_seen_at: result });
  expect((await send()).status).toBe(200);
  // All organisations of a person have to have it on; somebody without one keeps nothing.
  const both = as('Dee', [...userOf('de-linde'), 'organisation:hortus-noord']);
  const nobody = as('Nobody', ['user_type:organisation_user']);
  for (const token of [both, nobody, foreign(), ofStaff()]) {
    await notice(token);
    expect((await policy(token)).is_on).toBe(false);
    expect((await send({ token })).status).toBe(403);
  }
  await turn(foreign(), true, 'org-hortus-noord');
  await notice(both);
  expect((await send({ token: both })).status).toBe(200);
});

it('[SACCT7] a notice counts since the switch was last turned, and turning it the way it is changes nothing', async () => {
  await switchedOn();
  const { notice_seen_at: seenAt } = await policy(an());
  await turn(ofStaff(), true);
  expect(await policy(an())).toMatchObject({ is_on: true, notice_seen_at: seenAt });
  await turn(admin(), false);
  await turn(admin(), true);
  expect(await policy(an())).toMatchObject({ is_on: true, notice_seen_at: null });
  expect(await send()).toMatchObject({ status: 403, error: expect.stringMatching(/notice .* was not seen/) });
  const { result } = await notice(an());
  expect(Date.parse(result)).toBeGreaterThan(Date.parse(seenAt ?? ''));
  expect((await send()).status).toBe(200);
});

it('[SACCT2] an administrator turns the switch of the own organisations, a system_admin every one; off, what was kept is removed', async () => {
  for (const token of [an(), as('Support', support)]) expect((await turn(token, true)).status).toBe(403);
  expect(await turn(foreign(), true)).toMatchObject({ status: 404 });
  expect(await turn(ofStaff(), true, 'org-nowhere')).toMatchObject({ status: 404 });
  expect((await turn(admin(), true, null)).status).toBe(403);
  expect((await policy(admin())).organisations).toEqual([{ organisation_id: 'org-de-linde', name: 'De Linde Groep', is_on: false }]);
  await turn(admin(), false);
  expect(await policy(an())).toMatchObject({ is_on: false, is_refused: true });
  expect(await policy(foreign())).toMatchObject({ is_refused: false });
  await switchedOn();
  expect(await policy(an())).toMatchObject({ is_on: true, is_refused: false });
  expect((await turn(ofStaff(), true, null)).status).toBe(200);
  await notice(ofStaff());
  const own = crypto.randomUUID();
  await send({ token: ofStaff(), id: own });
  expect((await policy(ofStaff())).organisations).toEqual(
    expect.arrayContaining([
      { organisation_id: null, name: null, is_on: true },
      { organisation_id: 'org-de-linde', name: 'De Linde Groep', is_on: true },
      expect.objectContaining({ organisation_id: 'org-hortus-noord', is_on: false }),
    ]),
  );
  await send();
  expect(await ids(an())).toHaveLength(1);
  // Accounts that are not yet removed are not read.
  await withDatabase((database) => database.updateTable('account_policy').set({ is_on: false }).where('organisation', '!=', '').execute());
  expect(await accounts(an())).toEqual({ total: 0, results: [] });
  const many = Array.from({ length: 45 }, (_, n) => ({
    session_id: `many-${n}`,
    username: 'An',
    author: 'An',
    is_shared: false,
    of_staff: false,
    organisations: ['org-de-linde'],
    begun_at: new Date(),
    ended_at: new Date(),
  }));
  await withDatabase((database) => database.insertInto('session_account').values(many).execute());
  await turn(admin(), false);
  await withDatabase(async (database) => {
    expect(await database.selectFrom('session_account').select('session_id').execute()).toEqual([{ session_id: own }]);
  });
  expect((await send()).status).toBe(403);
  await turn(admin(), true);
  expect(await ids(an())).toEqual([]);
  expect(await ids(ofStaff())).toEqual([own]);
  await turn(ofStaff(), false, null);
  expect(await ids(ofStaff())).toEqual([]);
});

it('[SACCT3] an account is seen by its person, by the organisation only while it is shared, and by nobody else', async () => {
  await switchedOn();
  const id = crypto.randomUUID();
  await send({ id });
  expect((await accounts(an())).results).toEqual([
    { session_id: id, author: 'An', is_own: true, is_shared: false, from: expect.any(String), to: expect.any(String), may_remove: true },
  ]);
  for (const token of [bo(), admin(), foreign(), ofStaff()]) {
    expect(await accounts(token)).toEqual({ total: 0, results: [] });
    expect(await linesOf(id, token)).toMatchObject({ status: 404, error: 'NotFound: no such account of a session' });
  }
  await send({ id, is_shared: true, lines: [] });
  expect((await accounts(bo())).results).toMatchObject([{ session_id: id, author: 'An', is_own: false, may_remove: false }]);
  expect((await linesOf(id, bo())).status).toBe(200);
  expect((await accounts(admin())).results).toMatchObject([{ may_remove: true }]);
  for (const token of [foreign(), ofStaff(), as('Support', support)]) {
    expect(await ids(token)).toEqual([]);
    expect((await linesOf(id, token)).status).toBe(404);
  }
  await send({ id, is_shared: false, lines: [] });
  expect(await ids(bo())).toEqual([]);
  // Accounts that were kept for an organisation stay with it.
  expect(await ids(as('An', userOf('hortus-noord')))).toEqual([]);
});

it('[SACCT4] a known line is replaced, a repeated request does nothing more, and lines that are too old are ignored', async () => {
  await switchedOn();
  const id = crypto.randomUUID();
  const first = aLine({ kind: 'command', text: 'Stop: Lumion 1', outcome: 'Requested' });
  for (let times = 0; times < 2; times += 1) await send({ id, lines: [first, aLine({ sequence: 1 })] });
  const old = aLine({ sequence: 2, at: new Date(Date.now() - 31 * DAY_MS).toISOString() });
  expect((await send({ id, lines: [aLine({ ...first, outcome: 'Done' }), old] })).status).toBe(200);
  const kept = await linesOf(id, an());
  expect(kept).toMatchObject({
    answer: {
      total: 2,
      results: [
        { ...first, outcome: 'Done' },
        { sequence: 1, text: 'State Overview' },
      ],
    },
  });
  expect(await linesOf(id, an(), 1, 1)).toMatchObject({ answer: { total: 2, results: [{ sequence: 1 }] } });
  expect(await send({ id, token: bo() })).toMatchObject({ status: 409, error: 'Conflict: This id is of another session.' });
});

it('[SACCT1] lines from before the person saw the notice are ignored, also those of a session that is known', async () => {
  await switchedOn();
  const id = crypto.randomUUID();
  const before = aLine({ text: 'Before' });
  await send({ id, lines: [before] });
  await turn(admin(), false);
  const meanwhile = aLine({ sequence: 1, text: 'Switched off' });
  await turn(admin(), true);
  await notice(an());
  expect(await send({ id, lines: [before, meanwhile] })).toMatchObject({ status: 200 });
  expect(await ids(an())).toEqual([]);
  await send({ id, lines: [before, meanwhile, aLine({ sequence: 2, text: 'After' })] });
  expect(await linesOf(id, an())).toMatchObject({ answer: { total: 1, results: [{ sequence: 2, text: 'After' }] } });
});

it('[SACCT3] lines share a session with its first ones alone; later ones leave it as it is, and learn how that is', async () => {
  await switchedOn();
  const id = crypto.randomUUID();
  expect(await send({ id, is_shared: true })).toMatchObject({ answer: { is_shared: true } });
  expect(await send({ id, is_shared: false, lines: [] })).toMatchObject({ answer: { is_shared: false } });
  expect(await send({ id, is_shared: true, lines: [aLine({ sequence: 1 })] })).toMatchObject({
    answer: { result: true, is_shared: false },
  });
  expect(await ids(bo())).toEqual([]);
  expect(await linesOf(id, an())).toMatchObject({ answer: { total: 2 } });
  expect(await send({ id, is_shared: true, lines: [] })).toMatchObject({ answer: { is_shared: true } });
  expect(await ids(bo())).toEqual([id]);
});

it('[SACCT5] what was removed does not come back with lines that its console still sends', async () => {
  await switchedOn();
  const [own, shared] = [crypto.randomUUID(), crypto.randomUUID()];
  await send({ id: own });
  await send({ id: shared, is_shared: true });
  await remove(own, an());
  await remove(shared, admin());
  for (const id of [own, shared])
    for (const lines of [[aLine({ sequence: 1 })], []])
      expect(await send({ id, is_shared: true, lines })).toMatchObject({
        status: 409,
        error: 'Conflict: The account of this session was removed.',
      });
  expect(await ids(an())).toEqual([]);
  expect((await send()).status).toBe(200);
});

it.each<[string, Sent, RegExp]>([
  ['an id that is none', { id: 'one' }, /UUID/],
  ['an empty text', { lines: [aLine({ text: ' ' })] }, /A line cannot be empty/],
  ['a text that is too long', { lines: [aLine({ text: 'x'.repeat(MAX_ACCOUNT_TEXT + 1) })] }, /longer than 300/],
  ['an outcome that is too long', { lines: [aLine({ outcome: 'x'.repeat(MAX_ACCOUNT_TEXT + 1) })] }, /longer than 300/],
  ['a control character', { lines: [aLine({ text: 'a\u0000b' })] }, /character/],
  ['an instant that has not come', { lines: [aLine({ at: new Date(Date.now() + 2 * DAY_MS).toISOString() })] }, /has not come/],
  ['a number beyond the last one', { lines: [aLine({ sequence: MAX_SESSION_LINES })] }, /sequence/],
  ['too many lines', { lines: Array.from({ length: MAX_ACCOUNT_LINES + 1 }, (_, sequence) => aLine({ sequence })) }, /lines/],
])('[SACCT4] %s is refused, and nothing is kept', async (_, sent, reason) => {
  await switchedOn();
  expect(await send(sent)).toMatchObject({ status: 400, error: expect.stringMatching(reason) });
  expect(await ids(an())).toEqual([]);
});

it('[SACCT5] the person removes an account, a shared one also an administrator who sees it, and nobody else', async () => {
  await switchedOn();
  const [own, shared] = [crypto.randomUUID(), crypto.randomUUID()];
  await send({ id: own });
  await send({ id: shared, is_shared: true });
  expect(await remove(shared, bo())).toMatchObject({ status: 403 });
  for (const [id, token] of [
    [own, admin()],
    [shared, foreign()],
    [shared, ofStaff()],
    [crypto.randomUUID(), an()],
  ] as const)
    expect(await remove(id, token)).toMatchObject({ status: 404 });
  expect((await remove(shared, admin())).status).toBe(200);
  expect((await remove(own, an())).status).toBe(200);
  expect((await remove(own, an())).status).toBe(404);
  await withDatabase(async (database) => {
    expect(await database.selectFrom('session_account_line').select('session_id').execute()).toEqual([]);
  });
});

/** Creates a person of De Linde who has seen the notice; returns the token, the username, and the function that deletes the person. */
async function aPerson(email: string) {
  const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  await answerOf(server.it().address, postCreateUser, { token: ofStaff(), body: { ...person, email } });
  const username = (await server.it().identity.administration.find(email))?.username ?? '';
  const token = as(username, userOf('de-linde'));
  await notice(token);
  return { token, username, deletion: () => ask(server.it().address, postDeleteUser, { token: ofStaff(), body: { email } }) };
}
const accountRows = (username: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    session_id: `${username} ${n}`,
    username,
    author: 'Jo',
    is_shared: true,
    of_staff: false,
    organisations: ['org-de-linde'],
    begun_at: new Date(),
    ended_at: new Date(),
  }));

it('[SACCT5] the accounts of a person and the record of the notice go with the account of the person, in short statements', async () => {
  await switchedOn();
  const { token, username, deletion } = await aPerson('jo.account@delinde.example');
  await send({ token, is_shared: true });
  await withDatabase(async (database) => {
    await database
      .insertInto('session_account')
      .values(accountRows(username, MAX_ACCOUNTS - 1))
      .execute();
    await sql`create function refuse_many() returns trigger language plpgsql as
      'begin if (select count(*) from gone) > 20 then raise exception ''too many at once''; end if; return null; end'`.execute(database);
    await sql`create trigger refuse_many after delete on session_account referencing old table as gone
      for each statement execute function refuse_many()`.execute(database);
    expect((await accounts(bo())).total).toBe(MAX_ACCOUNTS);
    expect(await deletion()).toMatchObject({ ok: true });
    await sql`drop trigger refuse_many on session_account`.execute(database);
    expect(await ids(bo())).toEqual([]);
    const seen = await database.selectFrom('account_notice').select('username').execute();
    expect(seen.map((row) => row.username)).not.toContain(username);
  });
});

it('[SACCT5] lines that come while a person is deleted are not kept', async () => {
  await switchedOn();
  const { token, username, deletion } = await aPerson('jo.meanwhile@delinde.example');
  await withDatabase(async (database) => {
    const done: number[] = [];
    const waiting = (tx: Kysely<Database>) =>
      until('it waits or is done', async () => {
        const held = sql`select from pg_locks where locktype = 'advisory' and classid = ${locks.sessionAccounts} and not granted`;
        return (await held.execute(tx)).rows.length + done.length > 0;
      });
    const note = ({ status }: { readonly status: number }) => void done.push(status);
    const lock = sql`select pg_advisory_xact_lock(${locks.sessionAccounts}, hashtext(${username}))`;
    // Lines are being written when the deletion begins.
    const deleted = await database.transaction().execute(async (tx) => {
      await lock.execute(tx);
      await tx.insertInto('session_account').values(accountRows(username, 1)).execute();
      const running = deletion().then(note);
      await waiting(tx);
      return { running };
    });
    await deleted.running;
    // The deletion is under way when lines come.
    await notice(token);
    const sent = await database.transaction().execute(async (tx) => {
      await lock.execute(tx);
      const running = send({ token }).then(note);
      done.length = 0;
      await waiting(tx);
      await tx.deleteFrom('account_notice').where('username', '=', username).execute();
      return { running };
    });
    await sent.running;
    expect(done).toEqual([403]);
    expect(await database.selectFrom('session_account').select('session_id').where('username', '=', username).execute()).toEqual([]);
  });
});

it('[SACCT6] a person has a limited number of accounts, also when several browsers write at once', async () => {
  await switchedOn();
  const row = { username: 'An', author: 'An', is_shared: false, of_staff: false, organisations: ['org-de-linde'] };
  await withDatabase((database) =>
    database
      .insertInto('session_account')
      .values(
        Array.from({ length: MAX_ACCOUNTS - 2 }, (_, n) => ({ ...row, session_id: `s-${n}`, begun_at: new Date(), ended_at: new Date() })),
      )
      .execute(),
  );
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409, 409]);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    error: 'Conflict: At most 200 accounts of a person are kept. Remove one first.',
  });
  const { total, results } = await accounts(an());
  expect([total, results.length]).toEqual([MAX_ACCOUNTS, 100]);
  // Accounts of a former organisation are not in the list, and leave the room of the present one.
  await turn(foreign(), true, 'org-hortus-noord');
  const moved = as('An', userOf('hortus-noord'));
  await notice(moved);
  expect(await accounts(moved)).toEqual({ total: 0, results: [] });
  expect((await send({ token: moved })).status).toBe(200);
});
