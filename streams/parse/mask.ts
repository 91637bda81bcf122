import { MASK } from '#domain/text/secretMask';

const SECRET_NAME = /password|secret|token/i;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const maskText = (value: unknown): unknown => (typeof value === 'string' && value !== '' ? MASK : value);

function maskValue(name: string, value: unknown): unknown {
  if (!SECRET_NAME.test(name)) return masked(value);
  return Array.isArray(value) ? value.map(maskText) : isRecord(value) ? masked(value) : maskText(value);
}

/**
 * The response with every text replaced whose field is named after a password, secret or token. The same object where nothing was replaced.
 * An object under such a name is a description (a schema), not a secret: only its own fields are looked at.
 */
export function masked(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    const items = answer.map(masked);
    return items.every((item, index) => item === answer[index]) ? answer : items;
  }
  if (!isRecord(answer)) return answer;
  const fields = Object.entries(answer).map(([name, value]) => [name, maskValue(name, value)] as const);
  return fields.every(([name, value]) => value === answer[name]) ? answer : Object.fromEntries(fields);
}

const SECRET_FIELD = /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*)"[^"]*(?:"|$)/gi;
const TOKEN_SHAPE = /eyJ[\w-]+(?:\.[\w-]*){0,2}/g;

/** The first `length` characters of a raw text, with secret fields and token-like words replaced. */
export function redacted(text: string, length: number): string {
  // Cut generously first: a hostile frame may be megabytes long, and a token cut in half must still be recognised.
  return text
    .slice(0, 4 * length)
    .replaceAll(SECRET_FIELD, `$1"${MASK}"`)
    .replaceAll(TOKEN_SHAPE, MASK)
    .slice(0, length);
}
