import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { getKeptSpans, MAX_PIN_REASON, MAX_PINNED_DAYS, MAX_PINS, postPinSpan, postReleaseSpan } from '#contract/historyPin';
import { postBookmark, postRemoveBookmark } from '#contract/bookmark';
import { postCreateUser, postDeleteUser } from '#contract/user';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { locks } from '#server/platform/database/locks';
import { openDatabase } from '#server/platform/database/openDatabase';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const as = (username: string, groups: readonly string[]) => server.it().identity.issue(groups, { username, name: username });
const an = () => as('An', userOf('de-linde'));
const bo = () => as('Bo', userOf('de-linde'));
const admin = () => as('Admin', adminOf('de-linde'));
const foreign = () => as('Chris', adminOf('hortus-noord'));

const BEGIN = Date.UTC(2026, 2, 4, 2);
const text = (at: number) => new Date(at).toISOString();
interface Pinned {
  readonly token?: string;
  readonly id?: string;
  readonly from?: number;
  readonly to?: number;
  readonly serials?: readonly string[];
  readonly reason?: string;
}
const pin = ({ token = an(), id = crypto.randomUUID(), from = BEGIN, to = BEGIN + HOUR_MS, serials, reason = 'Belt slips' }: Pinned = {}) =>
  ask(server.it().address, postPinSpan, {
    token,
    body: { id, from: text(from), to: text(to), reason, ...(serials === undefined ? {} : { serials: [...serials] }) },
  });
async function pinned(one: Pinned = {}) {
  const outcome = await pin(one);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.answer.result;
}
const kept = (token: string, page = 0, per_page = 100) => answerOf(server.it().address, getKeptSpans, { token, query: { page, per_page } });
const pinIds = async (token: string) => (await kept(token)).results.flatMap(({ id, kind }) => (kind === 'pin' ? [id] : []));
const release = (id: string, token: string) => ask(server.it().address, postReleaseSpan, { token, params: { id } });
const withDatabase = async (work: (database: ReturnType<typeof openDatabase>) => Promise<unknown>) => {
  const database = openDatabase(server.it().databaseUrl);
  await work(database);
  await database.destroy();
};

beforeAll(async () => {
  await withDatabase((database) => database.deleteFrom('incident').execute());
});

it('[PIN1] a pinned span is seen by the organisation with who, when, why, which devices and span, and by nobody else', async () => {
  const { id } = await pinned({ reason: ' Belt slips  ', serials: ['LF-0140-23', 'LF-0140-23'] });
  expect((await kept(bo())).results).toEqual([
    {
      id,
      kind: 'pin',
      from: text(BEGIN),
      to: text(BEGIN + HOUR_MS),
      serials: ['LF-0140-23'],
      organisations: ['De Linde Groep'],
      reason: 'Belt slips',
      author: 'An',
      kept_at: expect.stringMatching(/^\d{4}-/),
      may_release: false,
    },
  ]);
  expect((await kept(admin())).results).toMatchObject([{ id, may_release: true }]);
  expect((await kept(as('Staff', staff))).results).toMatchObject([{ id, may_release: true }]);
  expect((await kept(as('Support', support))).results).toMatchObject([{ id, may_release: false }]);
  expect(await kept(foreign())).toEqual({ total: 0, results: [] });
  const all = await pinned({ from: BEGIN + HOUR_MS, to: BEGIN + 2 * HOUR_MS });
  expect(all.serials).toBeNull();
  expect(await pinIds(bo())).toEqual([all.id, id]);
  // Pins of a user of two organisations are visible to those who see both, and pins of the staff to the staff.
  const ofBoth = await pinned({ token: as('Dee', [...userOf('de-linde'), 'organisation:hortus-noord']) });
  const ofStaff = await pinned({ token: as('Staff', staff) });
  expect(ofStaff.organisations).toEqual([]);
  for (const token of [bo(), foreign()]) for (const one of [ofBoth, ofStaff]) expect(await pinIds(token)).not.toContain(one.id);
  expect(await pinIds(as('Support', support))).toEqual(expect.arrayContaining([ofBoth.id, ofStaff.id]));
});

it('[PIN2] a repeated id is the same span; one of somebody else is refused', async () => {
  const id = crypto.randomUUID();
  const outcomes = await Promise.all([1, 2, 3].map(() => pin({ id })));
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await pinIds(an())).filter((one) => one === id)).toHaveLength(1);
  expect(await pin({ id, token: bo() })).toMatchObject({ status: 409, error: 'Conflict: This id is of another span.' });
  expect(await pin({ id, token: foreign() })).toMatchObject({ status: 409 });
});

it('[PIN2] an id in capitals is the same one, also to release the span', async () => {
  const { id } = await pinned();
  expect(await pinned({ id: id.toUpperCase() })).toMatchObject({ id });
  expect((await release(id.toUpperCase(), an())).status).toBe(200);
  expect(await pinIds(an())).not.toContain(id);
});

it.each<[string, Pinned, number, RegExp]>([
  ['a span that ends before it begins', { to: BEGIN - 1 }, 400, /empty or too long/],
  ['an empty span', { to: BEGIN }, 400, /empty or too long/],
  ['a span that is too long', { to: BEGIN + 12 * HOUR_MS + 1 }, 400, /long/],
  ['a span that has not come', { from: Date.now() + 2 * DAY_MS, to: Date.now() + 2 * DAY_MS + HOUR_MS }, 400, /has not come/],
  ['no reason', { reason: '  ' }, 400, /The reason cannot be empty/],
  ['a reason that is too long', { reason: 'x'.repeat(MAX_PIN_REASON + 1) }, 400, /longer than 200/],
  ['a reason far too long', { reason: 'x'.repeat(11 * MAX_PIN_REASON) }, 400, /body.reason/],
  ['a control character in the reason', { reason: 'a\u0000b' }, 400, /character/],
  ['an id that is none', { id: 'one' }, 400, /body.id/],
  ['no device', { serials: [] }, 400, /serials/],
  ['too many devices', { serials: Array.from({ length: 1_001 }, (_, n) => `LF-${n}`) }, 400, /serials/],
  ['a device of somebody else', { serials: ['LF-0140-23', 'DV-0105'] }, 404, /no such device/],
  ['an unknown device', { serials: ['LF-0140-23', 'DV-9999'] }, 404, /no such device/],
])('[PIN3] %s is refused, and nothing is kept', async (_, one, status, reason) => {
  const before = await kept(an());
  expect(await pin(one)).toMatchObject({ status, error: expect.stringMatching(reason) });
  expect(await kept(an())).toEqual(before);
});

it('[PIN3] a person without an organisation keeps nothing, and sees nothing', async () => {
  const nobody = as('Nobody', ['user_type:organisation_user']);
  expect(await pin({ token: nobody })).toMatchObject({ status: 403 });
  expect(await kept(nobody)).toEqual({ total: 0, results: [] });
});

it('[PIN4] the person who pinned a span and an administrator who sees it release it, once; files with it are cut again', async () => {
  const [own, other] = [await pinned(), await pinned()];
  const file = {
    kind: 'reports' as const,
    state: 'complete' as const,
    serials: ['LF-0140-23'],
    row_count: 1,
    bytes: 1,
    sha256: '',
    footer_bytes: 1,
    footer_crc: 1,
    written_at: new Date(),
    is_cut: true,
  };
  const days = [BEGIN, BEGIN + 2 * DAY_MS];
  await withDatabase((database) =>
    database
      .insertInto('history_file')
      .values(days.map((at) => ({ ...file, name: `${at}`, first_at: new Date(at), last_at: new Date(at + HOUR_MS) })))
      .execute(),
  );
  expect(await release(own.id, bo())).toMatchObject({ status: 403, error: expect.stringMatching(/administrator releases it/) });
  expect(await release(own.id, as('Support', support))).toMatchObject({ status: 403 });
  for (const [id, token] of [
    [own.id, foreign()],
    [crypto.randomUUID(), an()],
    ["' or true --", an()],
  ] as const)
    expect(await release(id, token)).toMatchObject({ status: 404, error: 'NotFound: no such kept span' });
  expect((await release(own.id, an())).status).toBe(200);
  expect(await release(own.id, an())).toMatchObject({ status: 404 });
  expect((await release(other.id, admin())).status).toBe(200);
  expect(await pinIds(an())).not.toEqual(expect.arrayContaining([own.id]));
  await withDatabase(async (database) => {
    const files = await database.selectFrom('history_file').select(['name', 'is_cut']).orderBy('first_at').execute();
    expect(files).toEqual([
      { name: `${BEGIN}`, is_cut: false },
      { name: `${BEGIN + 2 * DAY_MS}`, is_cut: true },
    ]);
    await database.deleteFrom('history_file').execute();
  });
});

it('[RETAIN12] a pin, a release, a note and its removal wait while history is removed', async () => {
  const { id } = await pinned();
  const [bookmark_id, known] = [crypto.randomUUID(), crypto.randomUUID()];
  const note = { bookmark_id, at: text(BEGIN), text: 'Pallet', is_shared: false };
  await answerOf(server.it().address, postBookmark, { token: an(), body: { ...note, bookmark_id: known } });
  const done: string[] = [];
  const asked = (name: string, answer: Promise<{ readonly status: number }>) =>
    answer.then(({ status }) => void done.push(`${name} ${status}`));
  await withDatabase(async (database) => {
    const held = await database.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${locks.historyPins})`.execute(tx);
      const all = [
        asked('pin', pin()),
        asked('release', release(id, an())),
        asked('note', ask(server.it().address, postBookmark, { token: an(), body: note })),
        asked('removal', ask(server.it().address, postRemoveBookmark, { token: an(), params: { bookmark_id: known } })),
      ];
      await until('all wait', async () => {
        const { rows } =
          await sql`select from pg_locks where locktype = 'advisory' and objid = ${locks.historyPins} and not granted`.execute(tx);
        return rows.length + done.length === all.length;
      });
      expect(done).toEqual([]);
      return { all };
    });
    await Promise.all(held.all);
    expect(done.toSorted()).toEqual(['note 200', 'pin 200', 'release 200', 'removal 200']);
    await database.deleteFrom('history_bookmark').where('bookmark_id', '=', bookmark_id).execute();
  });
});

it('[PIN5] incidents and notes are in the list, those that the caller may see, and cannot be released', async () => {
  const at = BEGIN + 3 * HOUR_MS;
  const incident = (incident_id: string, organisation: string | null) => ({
    incident_id,
    serial: 'LF-0140-23',
    organisation,
    incident_time: new Date(at),
    received_at: new Date(at),
    error_code: '0x00000011',
    manually_triggered: false,
  });
  await withDatabase((database) =>
    database
      .insertInto('incident')
      .values([incident('own', 'org-de-linde'), incident('of others', 'org-hortus-noord'), incident('of nobody', null)])
      .execute(),
  );
  const note = (token: string, is_shared: boolean) =>
    answerOf(server.it().address, postBookmark, {
      token,
      body: { bookmark_id: crypto.randomUUID(), at: text(at + 1), text: 'Pallet', is_shared },
    });
  const [shared, own] = [(await note(an(), true)).result.bookmark_id, (await note(an(), false)).result.bookmark_id];
  const others = async (token: string) => (await kept(token)).results.filter(({ kind }) => kind !== 'pin');
  expect(await others(bo())).toEqual([
    {
      id: shared,
      kind: 'note',
      from: text(at + 1 - 10 * MINUTE_MS),
      to: text(at + 1 + 10 * MINUTE_MS),
      serials: null,
      organisations: ['De Linde Groep'],
      reason: 'Pallet',
      author: 'An',
      kept_at: expect.any(String),
      may_release: false,
    },
    expect.objectContaining({
      id: 'own',
      kind: 'incident',
      from: text(at - 10 * MINUTE_MS),
      to: text(at + 10 * MINUTE_MS),
      serials: ['LF-0140-23'],
      reason: '0x00000011',
      author: null,
      may_release: false,
    }),
  ]);
  expect((await others(an())).map(({ id }) => id).toSorted()).toEqual([shared, own, 'own'].toSorted());
  expect((await others(foreign())).map(({ id }) => id)).toEqual(['of others']);
  expect((await others(as('Staff', staff))).map(({ id }) => id).toSorted()).toEqual(['of nobody', 'of others', 'own', shared].toSorted());
  for (const id of ['own', shared]) expect(await release(id, admin())).toMatchObject({ status: 404 });
  // A page, and how many there are: the same for the same caller.
  const both = as('Dee', [...userOf('de-linde'), 'organisation:hortus-noord']);
  const all = await kept(both);
  const pages: Awaited<ReturnType<typeof kept>>[] = [];
  for (const page of all.results.keys()) pages.push(await kept(both, page, 1));
  expect(new Set(all.results.map(({ kind }) => kind))).toEqual(new Set(['pin', 'incident', 'note']));
  expect(all.total).toBe(all.results.length);
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => all.total));
  expect(pages.flatMap(({ results }) => results)).toEqual(all.results);
});

it('[PIN7] a pinned span stays without the name of its person when the account is deleted, and an administrator releases it', async () => {
  const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  const body = { ...person, email: 'jo.pin@delinde.example' };
  const token = as('Staff', staff);
  await answerOf(server.it().address, postCreateUser, { token, body });
  const username = (await server.it().identity.administration.find(body.email))?.username ?? '';
  const { id } = await pinned({ token: as(username, userOf('de-linde')) });
  expect(await ask(server.it().address, postDeleteUser, { token, body: { email: body.email } })).toMatchObject({ ok: true });
  const found = async (who: string) => (await kept(who)).results.find((one) => one.id === id);
  expect(await found(an())).toMatchObject({ author: null, reason: 'Belt slips', kept_at: expect.any(String), may_release: false });
  // Nobody who gets the name later is the person.
  expect(await found(as(username, userOf('de-linde')))).toMatchObject({ may_release: false });
  expect(await found(admin())).toMatchObject({ may_release: true });
  expect((await release(id, admin())).status).toBe(200);
});

it('[PIN6] an organisation pins a limited number of spans and of days, also when several people pin at once', async () => {
  const hour = (index: number) => ({ from_at: new Date(BEGIN + index * HOUR_MS), to_at: new Date(BEGIN + index * HOUR_MS + MINUTE_MS) });
  const row = { serial: null, reason: 'x', username: 'Full', author: 'Full', written_at: new Date(), of_staff: false };
  const own = await pinnedCount();
  await withDatabase((database) =>
    database
      .insertInto('history_pin')
      .values(Array.from({ length: MAX_PINS - 2 - own }, (_, index) => ({ ...row, ...hour(index), organisations: ['org-de-linde'] })))
      .execute(),
  );
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => pin()));
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409, 409]);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    error: 'Conflict: An organisation keeps at most 200 spans. Release one under Kept History first.',
  });
  // Others have limits of their own; a repeated one is no more than there was.
  expect((await pin({ token: foreign() })).status).toBe(200);
  expect((await pin({ token: as('Staff', staff) })).status).toBe(200);
  const again = outcomes.flatMap((one) => (one.ok ? [one.answer.result.id] : []))[0] ?? '';
  expect((await pin({ id: again })).status).toBe(200);
  await withDatabase((database) => database.deleteFrom('history_pin').execute());
  const halves = MAX_PINNED_DAYS * 2 - 1;
  await withDatabase((database) =>
    database
      .insertInto('history_pin')
      .values(
        Array.from({ length: halves }, (_, index) => ({
          ...row,
          from_at: new Date(BEGIN + index * DAY_MS),
          to_at: new Date(BEGIN + index * DAY_MS + 12 * HOUR_MS),
          organisations: ['org-de-linde'],
        })),
      )
      .execute(),
  );
  expect(await pin({ to: BEGIN + 11 * HOUR_MS })).toMatchObject({ status: 200 });
  expect(await pin({ to: BEGIN + 2 * HOUR_MS })).toMatchObject({
    status: 409,
    error: 'Conflict: An organisation keeps at most 30 days together, and 29 d 23 h are kept. Release one under Kept History first.',
  });
});

it('[PIN6] [PIN7] what a person of two organisations pins counts for both together, and leaves each of them its room', async () => {
  const both = as('Dee', [...userOf('de-linde'), 'organisation:hortus-noord']);
  const row = { serial: null, reason: 'x', username: 'Dee', author: 'Dee', written_at: new Date(), of_staff: false };
  const halfDay = (index: number) => ({
    from_at: new Date(BEGIN + index * DAY_MS),
    to_at: new Date(BEGIN + index * DAY_MS + 12 * HOUR_MS),
  });
  await withDatabase(async (database) => {
    await database.deleteFrom('history_pin').execute();
    // The order of the organisations says nothing, and nor does it that the account of the person was deleted.
    const by = (index: number) => (index % 3 === 0 ? { username: null, author: null } : {});
    const owners = (index: number) => (index % 2 === 0 ? ['org-hortus-noord', 'org-de-linde'] : ['org-de-linde', 'org-hortus-noord']);
    await database
      .insertInto('history_pin')
      .values(
        Array.from({ length: 2 * MAX_PINNED_DAYS }, (_, index) => ({
          ...row,
          ...by(index),
          ...halfDay(index),
          organisations: owners(index),
        })),
      )
      .execute();
  });
  expect(await pin({ token: both })).toMatchObject({
    status: 409,
    error: 'Conflict: Your organisations keep at most 30 days together, and 30 d 0 h are kept. Release one under Kept History first.',
  });
  for (const token of [an(), foreign()]) {
    expect((await kept(token)).results.filter(({ kind }) => kind === 'pin')).toEqual([]);
    expect((await pin({ token })).status).toBe(200);
  }
});

/** Returns how many spans De Linde alone has pinned. */
async function pinnedCount(): Promise<number> {
  let count = 0;
  await withDatabase(async (database) => {
    const pins = await database.selectFrom('history_pin').select('organisations').execute();
    count = pins.filter(({ organisations }) => organisations.join(' ') === 'org-de-linde').length;
  });
  return count;
}
