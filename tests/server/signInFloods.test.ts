import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired } from '#server/identity/provider/deleteExpired';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { mailsIn } from '../support/outbox.ts';
import { SignInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const begun = async (email: string, flow = new SignInByHttp(server)) => {
  await flow.start({ login_hint: email, prompt: 'login' });
  return flow;
};

/** The answer to a form: its status and its page without the values that each sign-in has. */
async function answerTo({ answer }: { readonly answer: Response }): Promise<{ readonly status: number; readonly page: string }> {
  return { status: answer.status, page: (await answer.text()).replaceAll(/interaction\/[\w-]+/g, '') };
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

it('[LOGIN2] [LOGIN3] who guesses locks out unknown browsers, not the one where the owner signed in; a mail and the next sign-in say so', async () => {
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

it('[FLOOD7] of sixty sign-ins at once twenty are checked, two at a time; the others get 429 and can try again', async () => {
  const { email, password } = await server.person('license_support_engineer', true);
  server.clock.aheadMs += 15 * 60_000;
  const flows = await Promise.all(Array.from({ length: 60 }, () => begun('')));
  const answers = await Promise.all(flows.map((flow, index) => flow.send({ email: `p${index}@serrarobotics.example`, password: 'any' })));
  const refused = answers.filter(({ answer }) => answer.status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(refused.every(({ answer }) => answer.headers.get('retry-after') === '60')).toBe(true);
  expect(answers.filter(({ answer }) => answer.status === 401)).toHaveLength(60 - refused.length);
  const flow = await begun(email);
  expect((await flow.send({ email, password, code: await freshCode(server, email) })).answer.status).toBeLessThan(429);
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

it('[LOGIN6] records, tries and invitations that have ended are deleted', async () => {
  const { tables, now } = server;
  const hour = 3_600_000;
  const at = (hours: number) => new Date(now() + hours * hour);
  const record = { model: 'Session', payload: '{}', account_id: null, grant_id: null, uid: null, consumed_at: null };
  await tables
    .insertInto('identity_record')
    .values([
      { ...record, id: 'old', expires_at: at(-25) },
      { ...record, id: 'late', expires_at: at(-23) },
    ])
    .execute();
  await tables
    .insertInto('identity_try')
    .values([
      { subject: 'old', tried_at: at(-1) },
      { subject: 'late', tried_at: at(0) },
    ])
    .execute();
  const invitation = { username: 'x', ended: null };
  await tables
    .insertInto('identity_invitation')
    .values([
      { ...invitation, token_hash: 'old', expires_at: at(-31 * 24) },
      { ...invitation, token_hash: 'late', expires_at: at(-29 * 24) },
    ])
    .execute();
  await deleteExpired(tables, now());
  const left = await Promise.all([
    tables.selectFrom('identity_record').select('id as name').where('id', 'in', ['old', 'late']).execute(),
    tables.selectFrom('identity_try').select('subject as name').where('subject', 'in', ['old', 'late']).execute(),
    tables.selectFrom('identity_invitation').select('token_hash as name').execute(),
  ]);
  expect(left).toEqual([[{ name: 'late' }], [{ name: 'late' }], [{ name: 'late' }]]);
});
