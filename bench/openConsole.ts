import type { BrowserContext, Page } from 'playwright-core';
import type { ConsoleServer } from './consoleServer.ts';

/** A server of the console, with the access token for its calls unless any is accepted. */
type Server = Pick<ConsoleServer, 'origin' | 'config'> & { readonly token?: string };

const LIFE_SECONDS = 3_600;

/** Returns the session that the OIDC library stores for a system administrator. */
function signedIn(token: string): string {
  const now = Math.floor(Date.now() / 1_000);
  return JSON.stringify({
    access_token: token,
    token_type: 'Bearer',
    expires_at: now + LIFE_SECONDS,
    profile: { 'cognito:username': 'bench', 'cognito:groups': ['user_type:system_admin'], email: 'bench@example.com', amr: ['mfa'] },
  });
}

/** Opens a page of the console in Chromium, with `asAdmin` in a stored administrator session. Fails on an uncaught error in the page. */
export async function openConsole(context: BrowserContext, server: Server, path: string, asAdmin = true): Promise<Page> {
  return openIn(await context.newPage(), server, path, asAdmin);
}

/** Opens the console in an existing page, which may be instrumented. */
export async function openIn(page: Page, { origin, config, token = 'bench' }: Server, path: string, asAdmin: boolean): Promise<Page> {
  page.on('pageerror', (error) => {
    throw error;
  });
  const key = `oidc.user:${config.oidc.authority}:${config.oidc.client_id}`;
  if (asAdmin) await page.addInitScript(([name, text]) => sessionStorage.setItem(name, text), [key, signedIn(token)] as const);
  await page.goto(origin + path);
  return page;
}
