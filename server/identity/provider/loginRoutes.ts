import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from '#contract/schema';
import { typedAddress } from '#domain/people/typedAddress';
import { mailAllowance } from '../allowedMail.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { Failure } from '../../platform/failure/failure.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { REFUSAL_MS } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import type { DemoFill } from '../seed/demoFill.ts';
import { SHOWN_FROM, type FailedSignIns } from '../signIn/failedSignIns.ts';
import { invitationRoutes } from '../invitations/invitationRoutes.ts';
import type { ChoosePasswordParts } from '../management/choosePassword.ts';
import { addressRoutes } from '../management/addressRoutes.ts';
import { newPasswordRoutes } from '../management/newPasswordRoutes.ts';
import type { KnownBrowsers } from '../signIn/knownBrowser.ts';
import { loginPage } from './loginPage.ts';
import { codeField, passwordField } from '../pages/formFields.ts';
import { PAGE_HEADERS } from '../pages/pageLayout.ts';
import { failuresPage, lostPage } from './providerPages.ts';
import { MOUNT } from '../scopes.ts';
import { createTypedPasswords } from './typedPasswords.ts';
import { createSignInRate, type SignInRate } from '../signIn/signInRate.ts';
import type { SignInEvents } from '../signInEvents.ts';
import { requiresCode, signIn, type Credentials, type SignIn } from '../signIn/signIn.ts';

/** Dependencies of the login page. */
export interface LoginParts extends ChoosePasswordParts {
  readonly provider: Provider;
  readonly settings: Settings;
  readonly mailer: Mailer;
  /** Slots for password hashing. */
  readonly slots: Slots;
  readonly failures: FailedSignIns;
  readonly events: Pick<SignInEvents, 'note'>;
  readonly browsers: KnownBrowsers;
  readonly demo: DemoFill;
  /** Waits before a refusal, in ms. */
  readonly wait: (ms: number) => Promise<unknown>;
}

const form = z.object({
  email: z.pipe(z.string().check(z.maxLength(400)), z.transform(typedAddress)).check(z.maxLength(254)),
  password: passwordField,
  code: codeField,
});
/** Maximum size of a form body, in bytes: two passwords of the maximum length, with up to twelve bytes per character. */
const BODY_BYTES = 16_384;

const isLost = (error: unknown) => error instanceof Error && error.name === 'SessionNotFound';

const page = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).headers(PAGE_HEADERS).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);

/** Returns the browser's interaction, identified by its cookie; null if it has ended or does not match the `uid` in the URL. */
async function interactionOf({ provider }: LoginParts, request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return interaction.uid === request.params.uid ? interaction : null;
  } catch (error) {
    if (isLost(error)) return null;
    throw error;
  }
}

async function refuse({ wait }: LoginParts, reply: FastifyReply): Promise<void> {
  reply.header('retry-after', String(SECONDS_PER_MINUTE));
  await wait(REFUSAL_MS);
}

const BUSY = 'Too many sign-ins at once. Try again in a minute.';
const TOO_MANY = 429;
const SECONDS_PER_MINUTE = 60;
/** Divisor of the sign-ins per minute that may arrive in a burst, i.e. a quarter of them: each takes a tenth of a second of processor time. */
const AT_ONCE = 4;

/** Creates the rate limit of sign-ins per network. */
function signInRate({ database, settings, now }: LoginParts): SignInRate {
  const perMinute = settings.SIGN_INS_PER_NETWORK;
  return createSignInRate(database, { perSecond: perMinute / SECONDS_PER_MINUTE, burst: Math.ceil(perMinute / AT_ONCE) }, now);
}

/** Returns a function that checks the sign-ins of a network, a few at a time; its result is null if there are too many. */
function limitedSignIn(parts: LoginParts, count: SignInRate): (request: FastifyRequest, submitted: Credentials) => Promise<SignIn | null> {
  const { database, credentialKey, settings, slots, failures, events, browsers, now } = parts;
  const checking = { database, credentialKey, isAllowed: mailAllowance(database, settings.ALLOWED_MAIL_DOMAINS), failures, events, now };
  return async ({ ip, headers }, submitted) => {
    const network = networkOf(ip);
    if (!(await count(network))) return null;
    const browser = browsers.idOf(headers.cookie, submitted.email);
    try {
      return await slots(network, () => signIn(checking, submitted, browser));
    } catch (error) {
      if (error instanceof Failure && error.status === TOO_MANY) return null;
      throw error;
    }
  };
}

const retypeText = (asksCode: boolean) => (asksCode ? 'Type your password and a code again.' : 'Type your password again.');

/** Registers the login page and its form handler. Wrong credentials render the same page with status 401. */
export async function loginRoutes(app: FastifyInstance, parts: LoginParts): Promise<void> {
  const { database, settings, provider, browsers } = parts;
  const product = settings.PRODUCT;
  const count = signInRate(parts);
  const check = limitedSignIn(parts, count);
  const passwords = createTypedPasswords(parts.now);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
  invitationRoutes(app, parts);
  newPasswordRoutes(app, parts, count);
  addressRoutes(app, parts);
  app.get<{ Params: { uid: string } }>(`${MOUNT}/interaction/:uid`, { logLevel: 'silent' }, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    if (interaction === null) return page(reply, 400, lostPage(product));
    const hint = z.catch(z.string().check(z.maxLength(254)), '').parse(interaction.params['login_hint']);
    const filled = await parts.demo.signInOf(request, hint);
    const view = { product, uid: interaction.uid, email: hint, ...filled, asksCode: await requiresCode(database, hint), error: null };
    return page(reply, 200, loginPage(view));
  });
  app.post<{ Params: { uid: string } }>(`${MOUNT}/interaction/:uid`, { logLevel: 'silent' }, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    const submitted = form.safeParse(request.body);
    if (interaction === null || !submitted.success) return page(reply, 400, lostPage(product));
    const { email } = submitted.data;
    const { uid } = interaction;
    const password = submitted.data.password || passwords.typed(uid, email);
    if (password === '') {
      // The password is kept by another instance, or no longer kept, so this does not count as an attempt.
      const asksCode = await requiresCode(database, email);
      return page(reply, 401, loginPage({ product, uid, email, asksCode, error: retypeText(asksCode) }));
    }
    const result = await check(request, { ...submitted.data, password });
    if (result?.ok !== true) {
      const filled = await parts.demo.signInOf(request, email);
      const isCodeAsked = await requiresCode(database, email);
      const isPasswordKept = isCodeAsked && filled === null;
      if (isPasswordKept) passwords.store(uid, email, password);
      const view = { product, uid, email, ...filled, isPasswordKept, asksCode: isCodeAsked, error: result?.error ?? BUSY };
      if (result === null) await refuse(parts, reply);
      return page(reply, result === null ? TOO_MANY : 401, loginPage(view));
    }
    passwords.forget(uid);
    const login = { accountId: result.username, amr: [...result.amr], remember: false };
    const next = await provider.interactionResult(request.raw, reply.raw, { login });
    reply.header('set-cookie', browsers.remember(request.headers.cookie, email));
    if (result.failures >= SHOWN_FROM) return page(reply, 200, failuresPage(product, result.failures, next));
    return reply.redirect(next, 303);
  });
}
