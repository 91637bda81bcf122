import { afterAll, beforeAll, expect, it } from 'vitest';
import { attemptSubject, countAttempt, forgetAttemptsAt, loginSubject } from '#server/identity/secondFactor/attemptLimit';
import { totpCode } from '#server/identity/secondFactor/totp';
import { freshCode, secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { newestLinkIn } from '../support/outbox.ts';
import { HttpBrowser, SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const PASSWORD = 'four words of a garden';
const form = { password: PASSWORD, again: PASSWORD };
const TOO_MANY = 'Too many tries. Wait 15 minutes, then try again.';
const administration = () => server.identity.administration;
const newestLink = () => newestLinkIn(server.settings.DATA_DIR);
const codeOf = async (email: string, column: 'totp_secret' | 'totp_pending') =>
  totpCode((await secretOf(server, email, column)) ?? '', server.now());

/** Signs in with what the account has. */
async function signedIn(person: { readonly email: string; readonly password: string }) {
  const code = (await secretOf(server, person.email)) === null ? '' : await freshCode(server, person.email);
  return server.identity.verify((await signInByHttp(server, { ...person, code })).access);
}
async function accountOf(email: string) {
  const account = await administration().find(email);
  if (account === undefined) throw new Error('no account');
  return account;
}
async function sent(link: string, code: string): Promise<string> {
  const reply = await fetch(link, { method: 'POST', body: new URLSearchParams({ ...form, code }) });
  const text = await reply.text();
  return reply.status === 200 ? 'done' : (/role="alert">([^<]*)</.exec(text)?.[1] ?? String(reply.status));
}
const outcomeOf = ({ ok, error }: { readonly ok: boolean; readonly error?: string | null | undefined }) => (ok ? 'done' : (error ?? ''));

/** One way to give a password or a code: `email` and the two acts, wrong and right. */
interface Way {
  readonly email: string;
  readonly wrong: () => Promise<string>;
  readonly right: () => Promise<string>;
}
const ways: readonly (readonly [string, () => Promise<Way>])[] = [
  [
    'setting up a second factor',
    async () => {
      const { email, password } = await server.person('organisation_user', false);
      const caller = await signedIn({ email, password });
      await server.identity.setupMfa(caller, { email });
      const confirm = async (code: string) => outcomeOf(await server.identity.associateCode(caller, { device_name: 'phone', code }));
      return { email, wrong: () => confirm('x'), right: async () => confirm(await codeOf(email, 'totp_pending')) };
    },
  ],
  [
    'accepting an invitation',
    async () => {
      const email = 'nele@delinde.example';
      const groups = ['user_type:organisation_user', 'organisation:de-linde'];
      await administration().invite({ email, name: 'Nele', family_name: 'Maes', locale: 'nl-BE', groups });
      const act = async (code: string | null) => {
        // A newer link counts with the former one.
        await administration().resend(await accountOf(email));
        await fetch(newestLink());
        return sent(newestLink(), code ?? (await codeOf(email, 'totp_pending')));
      };
      return { email, wrong: () => act('000'), right: () => act(null) };
    },
  ],
  [
    'choosing a password by a link',
    async () => {
      const { email } = await server.person('organisation_admin', true);
      const act = async (code: string) => {
        await administration().mailPasswordLink(await accountOf(email));
        return sent(newestLink(), code);
      };
      return { email, wrong: () => act('000'), right: async () => act(await freshCode(server, email)) };
    },
  ],
  [
    'changing the password',
    async () => {
      const person = await server.person('license_support_engineer', true);
      const one = await signedIn(person);
      // Another sign-in counts with it.
      const other = await signedIn(person);
      const change = async (caller: typeof one, password: string) =>
        outcomeOf(await server.identity.changePassword(caller, { password, new_password: PASSWORD }));
      return { email: person.email, wrong: () => change(one, 'a guess'), right: () => change(other, person.password) };
    },
  ],
  [
    'moving to another phone',
    async () => {
      const person = await server.person('system_admin', true);
      const one = await signedIn(person);
      const other = await signedIn(person);
      const act = async (caller: typeof one, current_code: string) => {
        await server.identity.moveMfa(caller);
        const code = await codeOf(person.email, 'totp_pending');
        return outcomeOf(await server.identity.confirmMoveMfa(caller, { device_name: 'phone', current_code, code }));
      };
      return { email: person.email, wrong: () => act(one, 'x'), right: async () => act(other, await freshCode(server, person.email)) };
    },
  ],
];

/** Sends ten wrong passwords for an address, from a browser that nobody knows. */
async function lockLogin(email: string): Promise<void> {
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: email, prompt: 'login' });
  const send = async () => (await flow.send({ email, password: 'a guess' })).answer.text();
  for (let tries = 0; tries < 10; tries += 1) expect(await send()).not.toContain(TOO_MANY);
  expect(await send()).toContain(TOO_MANY);
}

it.each(ways)('[LOGIN10] ten wrong passwords at the login page are not in the way of %s, ten wrong ones there are', async (_name, of) => {
  const { email, wrong, right } = await of();
  await lockLogin(email);
  for (let tries = 0; tries < 10; tries += 1) expect(await wrong()).toMatch(/wrong|mismatch/);
  expect(await right()).toBe(TOO_MANY);
  // As after 15 minutes, which the tokens of the next sign-ins would not outlive.
  await server.tables.deleteFrom('identity_try').execute();
  expect(await right()).toBe('done');
});

it('[LOGIN10] no text that is typed as an address is counted as something else', () => {
  for (const source of ['browser', 'grant', 'account', 'links'] as const)
    expect(attemptSubject('address', `${source} an.peeters`)).not.toBe(attemptSubject(source, 'an.peeters'));
});

it.each([
  ['an invitation', 'ine@delinde.example', 'totp_pending'],
  ['a new password', 'els.peeters@delinde.example', 'totp_secret'],
] as const)(
  '[LOGIN14] a password set by the link of %s lets a person in who was locked out, in that browser and in others',
  async (_, email, column) => {
    const groups = ['user_type:organisation_user', 'organisation:de-linde'];
    if (column === 'totp_pending') await administration().invite({ email, name: 'Ine', family_name: 'Maes', locale: 'nl-BE', groups });
    else await administration().mailPasswordLink(await accountOf(email));
    const link = newestLink();
    await lockLogin(email);
    const browser = new HttpBrowser();
    await browser.ask(link);
    const code = column === 'totp_pending' ? await codeOf(email, column) : await freshCode(server, email);
    expect((await browser.ask(link, { ...form, code })).status).toBe(200);
    await signInByHttp(server, { email, password: PASSWORD, code: await freshCode(server, email) });
    // Somebody guesses again: the browser of the link has a count of its own.
    await lockLogin(email);
    const flow = new SignInByHttp(server, browser);
    await flow.start({ login_hint: email });
    const led = await flow.goOn(await flow.send({ email, password: PASSWORD, code: await freshCode(server, email) }));
    expect(led.at).toContain('/signed-in');
  },
);

it('[LOGIN14] the wrong tries of an address end in the browsers that know its account, too, and those of no other address', async () => {
  const [own, other] = ['a_b@delinde.example', 'axb@delinde.example'];
  for (const email of [own, other, `${own}s`])
    for (const browser of [null, 'one', 'two']) await countAttempt(server.tables, loginSubject(email, browser), server.now());
  await forgetAttemptsAt(server.tables, ` ${own.toUpperCase()}`);
  const rows = await server.tables.selectFrom('identity_try').select('subject').execute();
  const left = rows.map(({ subject }) => subject).filter((subject) => /a.b@delinde/.test(subject));
  expect(left.toSorted()).toEqual(
    [other, `${own}s`].flatMap((email) => [null, 'one', 'two'].map((id) => loginSubject(email, id))).toSorted(),
  );
});

it('[LOGIN14] a browser that knows the account and is locked lets it in after a password set by a link in another one', async () => {
  const email = 'els.peeters@delinde.example';
  const [known, other] = [new HttpBrowser(), new HttpBrowser()];
  const send = async (password: string) => {
    const flow = new SignInByHttp(server, known);
    await flow.start({ login_hint: email, prompt: 'login' });
    return { flow, sent: await flow.send({ email, password, code: await freshCode(server, email) }) };
  };
  await administration().mailPasswordLink(await accountOf(email));
  await other.ask(newestLink(), { ...form, code: await freshCode(server, email) });
  const first = await send(PASSWORD);
  expect((await first.flow.goOn(first.sent)).at).toContain('/signed-in');
  for (let tries = 0; tries < 10; tries += 1) await send('a guess');
  expect(await (await send(PASSWORD)).sent.answer.text()).toContain(TOO_MANY);
  await administration().mailPasswordLink(await accountOf(email));
  expect((await other.ask(newestLink(), { ...form, code: await freshCode(server, email) })).status).toBe(200);
  const again = await send(PASSWORD);
  expect((await again.flow.goOn(again.sent)).at).toContain('/signed-in');
});
