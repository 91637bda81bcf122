import { consoleConfig, type ConsoleConfig } from '#contract/config';

/** Loads `/config.json`. Throws an error with one sentence when it is missing or invalid: without it the console does not even know its company. */
export async function loadConfig(page: Pick<Window & typeof globalThis, 'fetch'>): Promise<ConsoleConfig> {
  const answer = await page.fetch('/config.json', { cache: 'no-cache', credentials: 'omit' }).catch(() => null);
  if (answer?.ok !== true) throw new Error('The console could not load its settings (config.json). Reload the page to try again.');
  const json: unknown = await answer.json().catch(() => null);
  const parsed = consoleConfig.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`The console's settings (config.json) are wrong: ${parsed.error.issues[0]?.path.join('.') ?? 'not an object'}`);
}
