import { Html, html } from '../pages/safeHtml.ts';
import type { LinkEnd } from './invitationLinks.ts';
import { pageLayout } from '../pages/pageLayout.ts';
import { codeInput, endedLinkPage, newPasswordInputs, wayToLogIn } from '../pages/parts.ts';
import { MOUNT } from '../scopes.ts';

/** Data of the invitation page. `picture` is the QR image as SVG that the server generated; `error` is null at first. */
export interface InvitationView {
  readonly product: string;
  readonly token: string;
  readonly email: string;
  readonly picture: string;
  readonly secret: string;
  readonly error: string | null;
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Renders the page where an invited person chooses a password and sets up the second factor. */
export function invitationPage({ product, token, email, picture, secret, error }: InvitationView): string {
  const content = html`<p class="notice">Choose a password for <b>${email}</b> and set up the second factor. You need both to log in.</p>
    <form method="post" action="${MOUNT}/invitation/${token}">
      ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`} ${newPasswordInputs(email, 'Password')}
      <h2>Second factor</h2>
      <p class="notice">Scan this picture with an authenticator app, then type the code that the app shows.</p>
      <div class="qr" role="img" aria-label="QR code of the second factor">${new Html(picture)}</div>
      <p class="hint">If you cannot scan it, type this key into the app: <code>${inFours(secret)}</code></p>
      ${codeInput(html`required`)}
      <button type="submit">Open account</button>
    </form>`;
  return pageLayout({ product, title: 'Welcome', content });
}

const ENDS: Readonly<Record<LinkEnd, string>> = {
  used: 'This invitation was accepted already. Log in with your email address, password and code.',
  revoked: 'This invitation was taken back.',
  replaced: 'There is a newer invitation. Open the link of the newest mail.',
  expired: 'This invitation has expired: it counts for 7 days. Ask for a new one where you got it.',
  unknown: 'This invitation is not known. Open the whole link of the mail, or ask for a new one where you got it.',
};

/** Renders the page of an invitation that cannot be used, with the reason. */
export const endedInvitationPage = (product: string, end: LinkEnd): string =>
  endedLinkPage({ product, title: 'Invitation', reason: ENDS[end], way: end === 'used' ? html`<a href="/">To ${product}</a>` : null });

/** Renders the page shown after an account was activated; `refusal` is the reason why its owner may not log in, null if there is none. */
export const accountOpenedPage = (product: string, refusal: string | null): string =>
  pageLayout({
    product,
    title: 'Your account is open',
    content: html`<p class="notice" role="status">
        Password and second factor are set. ${refusal === null ? 'You can log in now with your email address, password and code.' : ''}
      </p>
      ${wayToLogIn(refusal)}`,
  });
