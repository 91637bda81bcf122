/** Reads the bytes of a message as JSON, including the deviations of common libraries: `NaN`, UTF-16, byte order mark, single quotes. */

import type { Buffer } from 'node:buffer';

/** Valid JSON numbers; every other spelling is parsed and rewritten as a valid one. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Texts in double or single quotes, words, numbers in any spelling, and a comma before a closing bracket. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|[-+]?[A-Za-z_]+|[-+]?\.?\d[\d.eE+-]*|,(?=\s*[}\]])/g;
/** Complete escapes, single backslashes, and control characters that JSON requires to be escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const IN_TEXT = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|[\u0000-\u001f]/g;
const NO_NUMBER = /^[-+]?(?:nan|inf|infinity)$/i;

const escaped = (part: string) => {
  if (part.length > 1) return part;
  return part === '\\' ? String.raw`\\` : JSON.stringify(part).slice(1, -1);
};

const inDoubleQuotes = (token: string) => `"${token.slice(1, -1).replaceAll('"', '\\"').replaceAll("\\'", "'")}"`;

function mendedNumber(token: string): string {
  const value = Number(token);
  return JSON_NUMBER.test(token) || Number.isNaN(value) ? token : JSON.stringify(value);
}

function mendedWord(token: string): string {
  if (NO_NUMBER.test(token)) return 'null';
  const word = token.toLowerCase();
  if (word === 'none' || word === 'undefined') return 'null';
  return word === 'true' || word === 'false' || word === 'null' ? word : token;
}

function mendedToken(token: string): string {
  const first = token.charAt(0);
  if (first === ',') return '';
  if (first === '"') return token.replace(IN_TEXT, escaped);
  if (first === "'") return inDoubleQuotes(token).replace(IN_TEXT, escaped);
  return /\d/.test(token) ? mendedNumber(token) : mendedWord(token);
}

/** A whole number that a double cannot represent stays the text of its digits. */
function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

function parsed(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** Returns the text of a message: UTF-8, or UTF-16 if its byte order mark indicates that; without the mark and without a terminating NUL. */
export function textOf(payload: Buffer): string {
  const isBigEndian = payload[0] === 0xfe && payload[1] === 0xff;
  const isLittleEndian = payload[0] === 0xff && payload[1] === 0xfe;
  const whole = isBigEndian ? payload.subarray(0, payload.length & ~1) : payload;
  const bytes = isBigEndian ? globalThis.Buffer.from(whole).swap16() : whole;
  const text = isBigEndian || isLittleEndian ? bytes.toString('utf16le') : bytes.toString('utf8');
  // oxlint-disable-next-line no-control-regex -- the end of a text in C
  return text.replace(/^\uFEFF/, '').replace(/[\s\u0000]+$/, '');
}

/**
 * Reads JSON as devices write it: `NaN` and `Infinity` are null, and deviations of common libraries from the standard are accepted. Undefined when
 * it cannot be read.
 */
export function readLooseJson(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    try {
      return parsed(text.replace(TOKEN, mendedToken));
    } catch {
      return undefined;
    }
  }
}
