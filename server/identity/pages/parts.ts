/** Parts that several pages share: the field for an e-mail address, and the page of a link that cannot be used. */

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
