import { Html, html } from './safeHtml.ts';
import { MOUNT } from '../scopes.ts';

/** Response headers of the provider's own pages: no inline and no cross-origin content. Source: design, Identity and rights. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /csp-report",
  // The console observes the popup that it opened; a stricter opener policy would prevent that.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
} as const;

const ARCH = new Html(
  '<svg class="mark" viewBox="0 0 24 26" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">' +
    '<path d="M2 25V11.5a10 10 0 0 1 20 0V25"/><path d="M2 25h20"/>' +
    '<path d="M8.7 25V9.6M15.3 25V9.6" stroke-width="1.6"/><path d="M12 1.5v4" stroke-width="1.6"/></svg>',
);

/** Renders a page of the provider (product, heading, content) as HTML. `script` names a script file of this folder to load. */
export function pageLayout(page: { product: string; title: string; content: Html; script?: string }): string {
  const { product, title, content, script } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${product}</title>
        <link rel="icon" type="image/svg+xml" href="${MOUNT}/assets/mark.svg" />
        <link rel="stylesheet" href="${MOUNT}/assets/page.css" />
        ${script === undefined ? '' : html`<script src="${MOUNT}/assets/${script}" defer></script>`}
      </head>
      <body>
        <main>
          <p class="brand">${ARCH}<b>${product}</b></p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}
