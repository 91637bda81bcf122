/** Loads and validates `/config.json`; a `StartError` is the reason why the console cannot start yet. */

import { consoleConfig, type ConsoleConfig } from '#contract/config';

type Answer = Pick<Response, 'status' | 'headers'>;

/** HTTP statuses with which a gateway, a proxy or a portal requests its own sign-in. */
const ASKING = new Set([401, 403, 407, 511]);

/** Returns whether the content type of a response is JSON. */
const isJson = ({ headers }: Pick<Answer, 'headers'>): boolean => /\bjson\b/i.test(headers.get('content-type') ?? '');

/** Returns whether an intermediary responded: the requested file itself needs no sign-in. */
const isGateway = ({ status }: Answer): boolean => ASKING.has(status);

const AWAY = 'The console could not load its settings (config.json): its server does not answer.';
const GATEWAY =
  'The console could not load its settings (config.json): something on the way to its server asks for a sign-in of its own. Sign in there, then reload the page.';
const MISSING = 'The console could not load its settings (config.json). Reload the page to try again.';

/** The reason why the console cannot start yet, as a sentence for users. */
export class StartError extends Error {}

/** Loads `/config.json`. Throws a `StartError` if the file is missing or invalid, because without it the console does not even know its company. */
export async function loadConfig(page: Pick<Window & typeof globalThis, 'fetch'>): Promise<ConsoleConfig> {
  const answer = await page.fetch('/config.json', { cache: 'no-cache', credentials: 'same-origin' }).catch(() => null);
  if (answer === null || answer.status >= 500) throw new StartError(AWAY);
  if (isGateway(answer)) throw new StartError(GATEWAY);
  if (!answer.ok) throw new StartError(MISSING);
  const json: unknown = await answer.json().catch(() => null);
  const parsed = consoleConfig.safeParse(json);
  if (parsed.success) return parsed.data;
  if (json === null && !isJson(answer)) throw new StartError(GATEWAY);
  throw new StartError(`The console's settings (config.json) are wrong: ${parsed.error.issues[0]?.path.join('.') ?? 'not an object'}`);
}
