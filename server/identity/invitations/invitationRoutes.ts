import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { toString as pictureOf } from 'qrcode';
import { z } from '#contract/schema';
import type { Settings } from '../../platform/settings/settings.ts';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import { mailRefusalOf } from '../allowedMail.ts';
import { acceptInvitation, pendingSecret } from './acceptInvitation.ts';
import type { IdentityTables } from '../tables.ts';
import { openInvitation, type OpenInvitation } from './invitationLinks.ts';
import { endedInvitationPage, invitationPage, accountOpenedPage } from './invitationPage.ts';
import { codeField, newPasswordFields } from '../pages/formFields.ts';
import { PAGE_HEADERS } from '../pages/pageLayout.ts';
import type { KnownBrowsers } from '../signIn/knownBrowser.ts';
import { MOUNT } from '../scopes.ts';
import { totpAddress } from '../secondFactor/totp.ts';

interface InvitationRouteParts {
  readonly settings: Pick<Settings, 'PRODUCT' | 'ALLOWED_MAIL_DOMAINS'>;
  readonly database: Kysely<IdentityTables>;
  readonly credentialKey: KeyObject;
  readonly slots: Slots;
  readonly browsers: Pick<KnownBrowsers, 'remember'>;
  readonly now: () => number;
}

const form = z.object({
  ...newPasswordFields,
  code: codeField,
});
const GONE = 410;

const page = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    // The URL contains the token, so it must not be sent as referrer, and the page must not be cached.
    .headers({ ...PAGE_HEADERS, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(text);

async function formPage(parts: InvitationRouteParts, { account }: OpenInvitation, token: string, error: string | null): Promise<string> {
  const product = parts.settings.PRODUCT;
  const secret = await pendingSecret(parts.database, parts.credentialKey, account.username);
  const picture = await pictureOf(totpAddress(secret, product, account.email), { type: 'svg', margin: 2 });
  return invitationPage({ product, token, email: account.email, picture, secret, error });
}

/** Registers the invitation page. A GET request does not end the link, because mail programs prefetch links; submitting the form does. */
export function invitationRoutes(app: FastifyInstance, parts: InvitationRouteParts): void {
  const { database, settings, now } = parts;
  const product = settings.PRODUCT;
  const signInRefusal = mailRefusalOf(database, settings.ALLOWED_MAIL_DOMAINS);
  const url = `${MOUNT}/invitation/:token`;
  app.get<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token } }, reply) => {
    const found = await openInvitation(database, token, now());
    if (typeof found === 'string') return page(reply, GONE, endedInvitationPage(product, found));
    return page(reply, 200, await formPage(parts, found, token, null));
  });
  app.post<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token }, body, ip, headers }, reply) => {
    const found = await openInvitation(database, token, now());
    if (typeof found === 'string') return page(reply, GONE, endedInvitationPage(product, found));
    const parsed = form.safeParse(body);
    const problem = parsed.success
      ? await parts.slots(networkOf(ip), () => acceptInvitation(parts, found, parsed.data))
      : 'Fill in every field.';
    if (problem === null) {
      reply.header('set-cookie', parts.browsers.remember(headers.cookie, found.account.email));
      return page(reply, 200, accountOpenedPage(product, await signInRefusal(found.account.email)));
    }
    // The link may have ended meanwhile: accepted in another window, or revoked.
    const still = await openInvitation(database, token, now());
    if (typeof still === 'string') return page(reply, GONE, endedInvitationPage(product, still));
    return page(reply, 400, await formPage(parts, still, token, problem));
  });
}
