import type { LinkEnd } from '../invitations/invitationLinks.ts';
import { pageLayout } from '../pages/pageLayout.ts';
import { codeInput, emailField, endedLinkPage, newPasswordInputs, wayToLogIn } from '../pages/parts.ts';
import { html } from '../pages/safeHtml.ts';
import { MOUNT } from '../scopes.ts';

/** Renders the page on which a person requests a new password. */
export function requestLinkPage(product: string): string {
  const content = html`<p class="notice">Type the email address of your account. A link for a new password is mailed to it.</p>
    <form method="post" action="${MOUNT}/forgotten">
      ${emailField(html`autofocus`)}
      <button type="submit">Send the link</button>
    </form>`;
  return pageLayout({ product, title: 'New password', content });
}

/** Renders the page that confirms the request. It is the same for every address, so it does not reveal which addresses have an account. */
export const linkRequestedPage = (product: string): string =>
  pageLayout({
    product,
    title: 'New password',
    content: html`<p class="notice" role="status">
        If this address has an account, a link for a new password is on its way to it. It counts once and for 2 hours; at most five a day
        are sent.
      </p>
      <p class="notice">No mail? Look among unwanted mails, or ask an administrator of your organisation.</p>`,
  });

/** Renders the page after too many requests. */
export const tooManyRequestsPage = (product: string): string =>
  pageLayout({
    product,
    title: 'New password',
    content: html`<p class="error" role="alert">Too many requests at once. Try again in a minute.</p>
      <p class="notice"><a href="${MOUNT}/forgotten">Try again</a></p>`,
  });

/** Data of the page where a new password is chosen. `error` is null at first. */
export interface NewPasswordView {
  readonly product: string;
  readonly token: string;
  readonly email: string;
  /** Whether the account has a second factor, whose code is required. */
  readonly asksCode: boolean;
  readonly error: string | null;
}

/** Renders the page where the owner of an account chooses a new password. */
export function newPasswordPage({ product, token, email, asksCode, error }: NewPasswordView): string {
  const content = html`<p class="notice">Choose a new password for <b>${email}</b>.</p>
    <form method="post" action="${MOUNT}/password/${token}">
      ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`} ${newPasswordInputs(email, 'New password')}
      ${asksCode ? codeInput(html`required`) : ''}
      <button type="submit">Change the password</button>
    </form>`;
  return pageLayout({ product, title: 'New password', content });
}

const ENDS: Readonly<Record<LinkEnd, string>> = {
  used: 'This link was used already. Log in with the new password.',
  revoked: 'This link was taken back.',
  replaced: 'There is a newer link. Open that of the newest mail.',
  expired: 'This link has expired: it counts for 2 hours.',
  unknown: 'This link is not known. Open the whole link of the mail.',
};

/** Renders the page of a link that cannot be used, with the reason and the way to request another link. */
export function endedPasswordPage(product: string, end: LinkEnd): string {
  const way = end === 'used' ? html`<a href="/">To ${product}</a>` : html`<a href="${MOUNT}/forgotten">Ask for a new link</a>`;
  return endedLinkPage({ product, title: 'New password', reason: ENDS[end], way });
}

/** Renders the page that confirms the new password; `refusal` is the reason why the owner may not log in, null if there is none. */
export const passwordChangedPage = (product: string, refusal: string | null): string =>
  pageLayout({
    product,
    title: 'The password is changed',
    content: html`<p class="notice" role="status">
        Every sign-in with the old one has ended. ${refusal === null ? 'You can log in now with the new password.' : ''}
      </p>
      ${wayToLogIn(refusal)}`,
  });
