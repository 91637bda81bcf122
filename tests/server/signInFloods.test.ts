import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attemptSubject } from '#server/identity/secondFactor/attemptLimit';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { mailsIn } from '../support/outbox.ts';
import { SignInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
/** The refusals that are held back, which the test ends. */
const refusals: { readonly ms: number; readonly end: () => void }[] = [];
beforeAll(async () => {
  const wait = (ms: number) => new Promise<void>((end) => refusals.push({ ms, end }));
  server = await startIdentityServer({}, { wait, deleteEveryMs: 200 });
});
afterAll(() => server.close());

const begun = async (email: string, flow = new SignInByHttp(server)) => {
  await flow.start({ login_hint: email, prompt: 'login' });
  return flow;
};

/** The answer to a form: its status and its page without the values that each sign-in has. */
async function answerTo({ answer }: { readonly answer: Response }): Promise<{ readonly status: number; readonly page: string }> {
  return {
    status: answer.status, // Without what the person typed.
    page: (await answer.text()).replaceAll(/interaction\/[\w-]+/g, '').replaceAll(/ ?value="[^"]*"/g, ''),
  };
}

const ODD_CODES = [
  '١٢٣٤٥٦',
  '１２３４５６',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
  '12345',
  '1234567',
  '12 456',
  '-12345',
  '1e4567',
  '\u0000',
  '12345\u0000',
  'ß23456',
  '',
  'é'.repeat(6),
  'x'.repeat(60),
];

it('[LOGIN1] with an odd code a right password answers exactly as a wrong one', async () => {
  const { email, password } = await server.person('license_support_engineer', true);
  for (const code of ODD_CODES) {
    server.clock.aheadMs += 15 * 60_000;
    const [right, wrong] = [await begun(email), await begun(email)];
    const answers = [
      await answerTo(await right.send({ email, password, code })),
      await answerTo(await wrong.send({ email, password: 'wrong', code })),
    ];
    expect(answers[0], code).toEqual(answers[1]);
    expect(answers[0]?.status, code).toBe(401);
  }
});

it.each(['\u0000', 'a\u0000@serrarobotics.example', 'ﬀ@serrarobotics.example', '@', 'a'.repeat(254), "a'--@serrarobotics.example"])(
  '[LOGIN1] the odd e-mail %j answers as an unknown one',
  async (email) => {
    const flow = await begun('');
    expect(await answerTo(await flow.send({ email, password: 'any' }))).toMatchObject({ status: 401 });
  },
);

it.each(['\u0000', '\ud800', 'ﬁ', '\u202e', '🔑'.repeat(50)])('[LOGIN1] the odd password %j answers as a wrong one', async (password) => {
  const { email } = await server.person('system_admin', true);
  server.clock.aheadMs += 15 * 60_000;
  const flow = await begun(email);
  expect(await answerTo(await flow.send({ email, password, code: '000000' }))).toMatchObject({ status: 401 });
});

it('[LOGIN2] [LOGIN3] guessing locks out unknown browsers, not the one where the owner signed in; a mail and the next sign-in report it', async () => {
  const { email, password } = await server.person('organisation_user', true);
  const known = await begun(email);
  expect((await known.send({ email, password, code: await freshCode(server, email) })).at).toContain('/signed-in');
  const guessing = await begun(email);
  const mails = mailsIn(server.settings.DATA_DIR).length;
  for (let tries = 0; tries < 10; tries += 1) await guessing.send({ email, password: 'guess', code: '000000' });
  const locked = await guessing.send({ email, password, code: await freshCode(server, email) });
  expect(await locked.answer.text()).toContain('Too many tries. Wait 15 minutes, then try again.');
  await until('the mail', () => mailsIn(server.settings.DATA_DIR).length === mails + 1);
  const mail = mailsIn(server.settings.DATA_DIR).at(-1) ?? '';
  expect(mail).toContain(email);
  expect(mail).toContain('10 sign-ins with your email address failed');
  await begun(email, known);
  const warned = await known.send({ email, password, code: await freshCode(server, email) });
  const page = await warned.answer.text();
  expect(page).toContain('10 sign-ins with your email address failed since you last signed in.');
  const next = /<a href="([^"]+)">Continue/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { at } = await known.browser.follow(next);
  expect(await known.tokens(at)).toMatchObject({ token_type: 'bearer' });
  await begun(email, known);
  expect((await known.send({ email, password, code: await freshCode(server, email) })).at).toContain('/signed-in');
});

it('[LOGIN2] a known browser has its own ten tries; its cookie counts for its account only, and a forged one for none', async () => {
  const { email, password } = await server.person('organisation_admin', true);
  const flow = await begun(email);
  const first = await flow.send({ email, password, code: await freshCode(server, email) });
  expect(first.at).toContain('/signed-in');
  await begun(email, flow);
  for (let tries = 0; tries < 10; tries += 1) await flow.send({ email, password: 'guess', code: '000000' });
  const refused = await flow.send({ email, password, code: await freshCode(server, email) });
  expect(await refused.answer.text()).toContain('Too many tries.');
  const elsewhere = await begun(email);
  expect((await elsewhere.send({ email, password, code: await freshCode(server, email) })).at).toContain('/signed-in');
});

/** Holds back every check of an address at its first step in the database, until the returned function is called. */
async function holdChecks(email: string): Promise<() => Promise<void>> {
  const tx = await server.database.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 41))`.execute(tx);
  return async () => {
    await tx.commit().execute();
  };
}
const checksInProgress = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.database,
  );
  return rows[0]?.count;
};

it('[FLOOD7] [FLOOD11] two of sixty sign-ins at once are checked and eighteen wait; the others get a delayed 429 and can retry', async () => {
  const { email, password } = await server.person('license_support_engineer', true);
  server.clock.aheadMs += 15 * 60_000;
  const flows = await Promise.all(Array.from({ length: 60 }, () => begun('')));
  const unknown = 'p@serrarobotics.example';
  const tried = { subject: attemptSubject('address', unknown), tried_at: new Date(server.now()) };
  // An address without a try left costs no hash.
  await server.tables
    .insertInto('identity_try')
    .values(Array.from({ length: 10 }, () => tried))
    .execute();
  const release = await holdChecks(tried.subject);
  const statuses: number[] = [];
  const answers = flows.map(async (flow) => {
    const { answer } = await flow.send({ email: unknown, password: 'any' });
    statuses.push(answer.status);
    return answer;
  });
  await until('forty are refused', () => refusals.length === 40);
  expect(await until('two are checked', async () => (await checksInProgress()) === 2 && statuses)).toEqual([]);
  for (const { ms, end } of refusals) {
    expect(ms).toBe(500);
    end();
  }
  await until('the refusals are sent', () => statuses.length === 40);
  await release();
  const sent = await Promise.all(answers);
  const refused = sent.filter(({ status }) => status === 429);
  expect(refused.map((answer) => answer.headers.get('retry-after'))).toEqual(Array.from({ length: 40 }, () => '60'));
  expect(sent.filter(({ status }) => status === 401)).toHaveLength(20);
  const flow = await begun(email);
  expect((await flow.send({ email, password, code: await freshCode(server, email) })).answer.status).toBeLessThan(400);
});

it('[LOGIN5] a log-out without the ID token asks, and does nothing by itself', async () => {
  const { email, password } = await server.person('organisation_user', false);
  const flow = await begun(email);
  await flow.send({ email, password });
  const { end_session_endpoint } = (await flow.config()).serverMetadata();
  const page = await (await flow.browser.ask(end_session_endpoint ?? '')).text();
  expect(page).toContain('Do you want to log out');
  expect(page).not.toContain('<script');
});

it('[LOGIN6] the running server deletes records, tries and invitations that have ended, again and again', async () => {
  const { tables, now } = server;
  const at = (hours: number) => new Date(now() + hours * 3_600_000);
  const record = { model: 'Session', payload: '{}', account_id: null, grant_id: null, uid: null, consumed_at: null };
  const invitation = { username: 'x', ended: null };
  const add = async (name: string, record_at: Date, tried_at: Date, invited_at: Date) => {
    await tables
      .insertInto('identity_record')
      .values({ ...record, id: name, expires_at: record_at })
      .execute();
    await tables.insertInto('identity_try').values({ subject: name, tried_at }).execute();
    await tables
      .insertInto('identity_invitation')
      .values({ ...invitation, token_hash: name, expires_at: invited_at })
      .execute();
  };
  const left = async (name: string) => {
    const found = await Promise.all([
      tables.selectFrom('identity_record').select('id').where('id', '=', name).execute(),
      tables.selectFrom('identity_try').select('id').where('subject', '=', name).execute(),
      tables.selectFrom('identity_invitation').select('username').where('token_hash', '=', name).execute(),
    ]);
    return found.map((rows) => rows.length);
  };
  await add('late', at(-23), at(0), at(-29 * 24));
  for (const name of ['old', 'older']) {
    await add(name, at(-25), at(-1), at(-31 * 24));
    await until(`${name} is deleted`, async () => (await left(name)).every((rows) => rows === 0));
  }
  expect(await left('late')).toEqual([1, 1, 1]);
});
