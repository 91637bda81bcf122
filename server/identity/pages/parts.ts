/**
 * Parts that several pages share: fields for an e-mail address, a code and a new password, the link to the login, and the page of a link that cannot be used.
 */

import { PASSWORD_LENGTH, PASSWORD_UNITS } from '#domain/people/newPassword';
import { html, type Html } from './safeHtml.ts';
import { pageLayout } from './pageLayout.ts';

/** Renders the field for the email address of an account; `attributes` are the other attributes of its tag. */
export const emailField = (attributes: Html): Html =>
  html`<label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="text"
      inputmode="email"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      maxlength="400"
      required
      ${attributes}
    />`;

/** Renders the field for a code, which accepts the form that apps show: `246 153`. `attributes` are the other attributes of its tag. */
export const codeInput = (attributes: Html): Html =>
  html`<label for="code">Code of your authenticator app</label>
    <input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="\\s*([0-9]\\s*){6}"
      maxlength="20"
      title="Six digits"
      ${attributes}
    />`;

/** Renders the fields in which the owner of an account types a new password, named `label`, twice. */
export const newPasswordInputs = (email: string, label: string): Html =>
  html`<input type="email" name="email" autocomplete="username" value="${email}" hidden />
    <label for="password">${label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      maxlength="${String(PASSWORD_UNITS)}"
      required
      autofocus
      aria-describedby="rules"
    />
    <p class="hint" id="rules">
      At least ${String(PASSWORD_LENGTH.least)} characters, and not your email address. Four unrelated words make a good one.
    </p>
    <label for="again">${label} again</label>
    <input id="again" name="again" type="password" autocomplete="new-password" maxlength="${String(PASSWORD_UNITS)}" required />`;

/** Renders the link to the login, or `refusal`, the reason why the owner of an account may not log in; null if there is none. Source: LOGIN13. */
export const wayToLogIn = (refusal: string | null): Html =>
  refusal === null
    ? html`<p class="notice"><a class="way" href="/">Log in</a></p>`
    : html`<p class="error" role="alert">You cannot log in yet. ${refusal}</p>`;

/** The page of a link that cannot be used. */
interface EndedLink {
  readonly product: string;
  readonly title: string;
  readonly reason: string;
  /** A link to an alternative; null if there is none. */
  readonly way: Html | null;
}

/** Renders the page of a link that cannot be used, with the reason. */
export const endedLinkPage = ({ product, title, reason, way }: EndedLink): string =>
  pageLayout({
    product,
    title,
    content: html`<p class="notice" role="alert">${reason}</p>
      ${way === null ? '' : html`<p class="notice">${way}</p>`}`,
  });
