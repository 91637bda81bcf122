import { PASSWORD_UNITS } from '#domain/people/newPassword';
import type { LinkEnd } from '../invitations/invitationLinks.ts';
import { pageLayout } from '../pages/pageLayout.ts';
import { codeInput, endedLinkPage, wayToLogIn } from '../pages/parts.ts';
import { html } from '../pages/safeHtml.ts';
import { MOUNT } from '../scopes.ts';

const TITLE = 'New email address';

/** Data of the page where a new address is confirmed. `error` is null at first. */
export interface AddressView {
  readonly product: string;
  readonly token: string;
  readonly email: string;
  readonly newEmail: string;
  /** Whether the account has a second factor, whose code is required. */
  readonly asksCode: boolean;
  readonly error: string | null;
}

/** Renders the page where the owner of an account confirms its new address. */
export function addressPage({ product, token, email, newEmail, asksCode, error }: AddressView): string {
  const content = html`<p class="notice">The account <b>${email}</b> is to get the address <b>${newEmail}</b>.</p>
    <p class="notice">Password${asksCode ? ', second factor' : ''} and everything else stay. Every sign-in ends.</p>
    <form method="post" action="${MOUNT}/address/${token}">
      ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
      <input type="email" name="email" autocomplete="username" value="${email}" hidden />
      <label for="password">Password of now</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        maxlength="${String(PASSWORD_UNITS)}"
        required
        autofocus
      />
      ${asksCode ? codeInput(html`required`) : ''}
      <button type="submit">Change the address</button>
    </form>`;
  return pageLayout({ product, title: TITLE, content });
}

const ENDS: Readonly<Record<LinkEnd, string>> = {
  used: 'This link was used already. Log in with the new address.',
  revoked: 'This link was taken back.',
  replaced: 'There is a newer link. Open that of the newest mail.',
  expired: 'This link has expired: it counts for 24 hours. Ask an administrator of your organisation for a new one.',
  unknown: 'This link is not known. Open the whole link of the mail.',
};

/** Renders the page of a link that cannot be used, with the reason. */
export const endedAddressPage = (product: string, end: LinkEnd): string =>
  endedLinkPage({ product, title: TITLE, reason: ENDS[end], way: end === 'used' ? html`<a href="/">To ${product}</a>` : null });

/** Renders the page that confirms the change. */
export const addressChangedPage = (product: string, newEmail: string): string =>
  pageLayout({
    product,
    title: 'The address is changed',
    content: html`<p class="notice" role="status">
        The account has the address <b>${newEmail}</b> now. Every sign-in has ended. Log in with the new address.
      </p>
      ${wayToLogIn(null)}`,
  });
