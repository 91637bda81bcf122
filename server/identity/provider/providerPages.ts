/** The HTML of the provider's pages for a lost sign-in, errors, log-out and preceding failed sign-ins. */

import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { Html, html } from '../pages/safeHtml.ts';
import { pageLayout } from '../pages/pageLayout.ts';

/** Message for a sign-in interaction that no longer exists (cookie lost, timeout, Back pressed). */
const LOST_SIGN_IN = 'This sign-in has ended. Close this window and choose Log in again.';

const notice = (product: string, title: string, text: string) =>
  pageLayout({ product, title, content: html`<p class="notice" role="alert">${text}</p>` });

/** Renders the page of a lost sign-in. */
export const lostPage = (product: string): string => notice(product, 'Log in', LOST_SIGN_IN);

/** Renders the provider's error page: a sentence for a lost sign-in, the OAuth name of any other error, but never a stack trace or a parameter. */
export const renderError =
  (product: string) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
    ctx.type = 'html';
    ctx.body =
      out.error === 'invalid_request' && ctx.status === 400 && /session|interaction|expired/i.test(out.error_description ?? '')
        ? lostPage(product)
        : notice(product, 'Log in', `Signing in failed (${out.error}). Close this window and choose Log in again.`);
  };

/** Renders the log-out page: a form that a script submits if the request proves its sender (`id_token_hint`), or that the person confirms with the button. */
export const renderLeave =
  (product: string) =>
  (ctx: KoaContextWithOIDC, form: string): void => {
    ctx.type = 'html';
    // A request without the hint may be from a foreign page, so the person decides.
    const isAsked = typeof ctx.oidc.params?.['id_token_hint'] === 'string';
    const button = html`<button type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>`;
    // The form markup, including its CSRF token, is the provider's own.
    const question = isAsked ? '' : html`<p class="notice">Do you want to log out of ${product}?</p>`;
    const content = html`${question}${new Html(form)}${button}`;
    ctx.body = pageLayout({ product, title: isAsked ? 'Logging out' : 'Log out', content, ...(isAsked ? { script: 'leave.js' } : {}) });
  };

/** Renders the log-out confirmation; only used when the console sent no return address. */
export const renderGoodbye =
  (product: string) =>
  (ctx: KoaContextWithOIDC): void => {
    ctx.type = 'html';
    ctx.body = pageLayout({ product, title: 'Logged out', content: html`<p class="notice">You can close this window.</p>` });
  };

/** Renders the page after a sign-in that followed failed ones: their number, and a link to continue. */
export const failuresPage = (product: string, count: number, next: string): string =>
  pageLayout({
    product,
    title: 'Failed sign-ins',
    content: html`<p class="notice" role="alert">${`${count} sign-ins with your email address failed since you last signed in.`}</p>
      <p>If this was not you, somebody tries to guess your password: change it, and tell your administrator.</p>
      <p><a href="${next}">Continue</a></p>`,
  });
