import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from '#contract/schema';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { newAddressRefusalOf } from '../allowedMail.ts';
import { codeField, passwordField } from '../pages/formFields.ts';
import { PAGE_HEADERS } from '../pages/pageLayout.ts';
import { MOUNT } from '../scopes.ts';
import type { KnownBrowsers } from '../signIn/knownBrowser.ts';
import { type OpenAddressLink, openAddressLink } from './addressLinks.ts';
import { addressChangedPage, addressPage, endedAddressPage } from './addressPage.ts';
import { confirmAddress, type ConfirmAddressParts } from './confirmAddress.ts';

interface RouteParts extends ConfirmAddressParts {
  readonly settings: Pick<Settings, 'PRODUCT' | 'ALLOWED_MAIL_DOMAINS'>;
  readonly slots: Slots;
  readonly browsers: Pick<KnownBrowsers, 'remember'>;
}

const form = z.object({ password: passwordField, code: codeField });
const GONE = 410;

const page = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    // The URL contains the token, so it must not be sent as referrer, and the page must not be cached.
    .headers({ ...PAGE_HEADERS, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(text);

/** Registers the page of a new address. A GET request does not end the link, because mail programs prefetch links; submitting the form does. */
export function addressRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { database, settings, slots, now } = parts;
  const product = settings.PRODUCT;
  const refusalOf = newAddressRefusalOf(database, settings.ALLOWED_MAIL_DOMAINS);
  const url = `${MOUNT}/address/:token`;
  const formPage = ({ account, newEmail }: OpenAddressLink, token: string, error: string | null) =>
    addressPage({ product, token, email: account.email, newEmail, asksCode: account.totp_secret !== null, error });
  app.get<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token } }, reply) => {
    const found = await openAddressLink(database, token, now());
    if (typeof found === 'string') return page(reply, GONE, endedAddressPage(product, found));
    return page(reply, 200, formPage(found, token, await refusalOf(found.newEmail, found.account.groups)));
  });
  app.post<{ Params: { token: string } }>(url, { logLevel: 'silent' }, async ({ params: { token }, body, ip, headers }, reply) => {
    const found = await openAddressLink(database, token, now());
    if (typeof found === 'string') return page(reply, GONE, endedAddressPage(product, found));
    // The organisation may have lost the domain, or the account the organisation, since the mail was sent.
    const refusal = await refusalOf(found.newEmail, found.account.groups);
    if (refusal !== null) return page(reply, 400, formPage(found, token, refusal));
    const parsed = form.safeParse(body);
    const problem = parsed.success ? await slots(networkOf(ip), () => confirmAddress(parts, found, parsed.data)) : 'Fill in every field.';
    if (problem === null) {
      reply.header('set-cookie', parts.browsers.remember(headers.cookie, found.newEmail));
      return page(reply, 200, addressChangedPage(product, found.newEmail));
    }
    // The link may have ended meanwhile: used in another window, replaced or withdrawn.
    const still = await openAddressLink(database, token, now());
    if (typeof still === 'string') return page(reply, GONE, endedAddressPage(product, still));
    return page(reply, 400, formPage(still, token, problem));
  });
}
