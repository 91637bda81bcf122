import { cutText } from './cutText.ts';
import { MASK, SECRET_NAME } from './secretMask.ts';

// A name in quotes, then a text that may be truncated, a list or object up to its first closing bracket, or a number.
const SECRET_FIELD = new RegExp(
  `("[^"]*(?:${SECRET_NAME.source})[^"]*"\\s*:\\s*)${/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[[{][^\]}]*(?:[\]}]|$)|-?[\d.eE+-]+)/.source}`,
  'gi',
);
const TOKEN_SHAPE = /eyJ[\w-]+(?:\.[\w-]*){0,2}/g;

/** Redacts a raw text: its first `length` characters, with secret fields and token-like words replaced. */
export function redact(text: string, length: number): string {
  // The text is first truncated to a generous length: a hostile frame may be megabytes long, and a token cut in half must still be recognised.
  const masked = cutText(text, 4 * length)
    .replaceAll(SECRET_FIELD, `$1"${MASK}"`)
    .replaceAll(TOKEN_SHAPE, MASK);
  return cutText(masked, length);
}
