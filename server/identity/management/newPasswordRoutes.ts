import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from '#contract/schema';
import { typedAddress } from '#domain/people/typedAddress';
import { isUndone } from '../../platform/failure/failure.ts';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import { createRateLimit } from '../../platform/limits/rateLimit.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import { findAccount } from '../accounts.ts';
import { mailAllowance, mailRefusalOf } from '../allowedMail.ts';
import { openLink, type OpenInvitation } from '../invitations/invitationLinks.ts';
import { codeField, newPasswordFields } from '../pages/formFields.ts';
import { PAGE_HEADERS } from '../pages/pageLayout.ts';
import type { KnownBrowsers } from '../signIn/knownBrowser.ts';
import { MOUNT } from '../scopes.ts';
import type { SignInRate } from '../signIn/signInRate.ts';
import { choosePassword, type ChoosePasswordParts } from './choosePassword.ts';
import {
  linkRequestedPage,
  tooManyRequestsPage,
  passwordChangedPage,
  endedPasswordPage,
  requestLinkPage,
  newPasswordPage,
} from './newPasswordPage.ts';
import { type PasswordLinkParts, sendPasswordLink } from './passwordLink.ts';

interface RouteParts extends ChoosePasswordParts {
  readonly settings: PasswordLinkParts['settings'] & { readonly ALLOWED_MAIL_DOMAINS: string };
  readonly mailer: PasswordLinkParts['mailer'];
  readonly slots: Slots;
  readonly browsers: Pick<KnownBrowsers, 'remember'>;
}

const form = z.object({
  ...newPasswordFields,
  code: codeField,
});
const requestBody = z.object({ email: z.pipe(z.string().check(z.maxLength(400)), z.transform(typedAddress)) });
const GONE = 410;
const TOO_MANY = 429;
/** Rate limit per address: five a day, so that nobody can trigger large numbers of unwanted mails. */
const TO_ADDRESS = { perSecond: 5 / 86_400, burst: 5 };

const page = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    // The URL may contain a token, so it must not be sent as referrer, and the page must not be cached.
    .headers({ ...PAGE_HEADERS, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(text);

/** Mails a link to the address of an account that may sign in, and nothing to any other address. */
async function mailLink(parts: RouteParts, email: string): Promise<void> {
  const isAllowed = mailAllowance(parts.database, parts.settings.ALLOWED_MAIL_DOMAINS);
  const account = (await isAllowed(email)) ? await findAccount(parts.database, email) : undefined;
  if (account?.status === 'ACTIVE' && account.disabled_at === null) await sendPasswordLink(parts, account);
}

/** Registers the pages for a forgotten password. A request for a link is counted as a sign-in of its network. */
export function newPasswordRoutes(app: FastifyInstance, parts: RouteParts, count: SignInRate): void {
  const { database, settings, now, slots } = parts;
  const product = settings.PRODUCT;
  const toAddress = createRateLimit(TO_ADDRESS, now);
  // A request counts towards the limit unless its mail was certainly not sent.
  const takeBack = (email: string) => (error: unknown) => {
    if (isUndone(error)) toAddress.giveBack(email);
  };
  const signInRefusal = mailRefusalOf(database, settings.ALLOWED_MAIL_DOMAINS);
  app.get(`${MOUNT}/forgotten`, { logLevel: 'silent' }, (_, reply) => page(reply, 200, requestLinkPage(product)));
  app.post(`${MOUNT}/forgotten`, { logLevel: 'silent' }, async ({ body, ip }, reply) => {
    const { success, data } = requestBody.safeParse(body);
    if (!success) return page(reply, 400, requestLinkPage(product));
    if (!(await count(networkOf(ip)))) return page(reply, TOO_MANY, tooManyRequestsPage(product));
    // The mail is not awaited, because the time taken to send it would reveal that the account exists.
    if (toAddress.waitSeconds(data.email) === 0) void mailLink(parts, data.email).catch(takeBack(data.email));
    return page(reply, 200, linkRequestedPage(product));
  });
  const url = `${MOUNT}/password/:token`;
  const formPage = ({ account }: OpenInvitation, token: string, error: string | null) =>
    newPasswordPage({ product, token, email: account.email, asksCode: account.totp_secret !== null, error });
  app.get<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token } }, reply) => {
    const found = await openLink(database, token, now(), 'password');
    return typeof found === 'string'
      ? page(reply, GONE, endedPasswordPage(product, found))
      : page(reply, 200, formPage(found, token, null));
  });
  app.post<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token }, body, ip, headers }, reply) => {
    const found = await openLink(database, token, now(), 'password');
    if (typeof found === 'string') return page(reply, GONE, endedPasswordPage(product, found));
    const parsed = form.safeParse(body);
    const problem = parsed.success ? await slots(networkOf(ip), () => choosePassword(parts, found, parsed.data)) : 'Fill in every field.';
    if (problem === null) {
      reply.header('set-cookie', parts.browsers.remember(headers.cookie, found.account.email));
      return page(reply, 200, passwordChangedPage(product, await signInRefusal(found.account.email)));
    }
    // The link may have ended meanwhile: used in another window, or replaced.
    const still = await openLink(database, token, now(), 'password');
    if (typeof still === 'string') return page(reply, GONE, endedPasswordPage(product, still));
    return page(reply, 400, formPage(still, token, problem));
  });
}
