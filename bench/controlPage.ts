/** The control of `table`: a page that only receives the frames of the socket, by the worker of the build, and renders nothing. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { COLUMN_PROTOCOL, JSON_PROTOCOL } from '#contract/fleet/socket';
import { CONSOLE_DIR } from '#server/platform/embedded/console';
import type { SocketThreadCall } from '../src/edge/socket/socketThread.ts';
import { EMPTY_PAGE, type ConsoleServer } from './consoleServer.ts';

/** Opens a page that receives what a console of this server receives. */
export async function openControlPage(context: BrowserContext, { origin, config }: ConsoleServer): Promise<Page> {
  const worker = readdirSync(path.join(CONSOLE_DIR, 'assets')).find((file) => file.startsWith('socketWorker-'));
  if (worker === undefined) throw new Error('the build has no worker of the socket');
  const page = await context.newPage();
  await page.goto(origin + EMPTY_PAGE);
  const protocols = config.features.includes('column_frames') ? [COLUMN_PROTOCOL, JSON_PROTOCOL] : [];
  const open: SocketThreadCall = { kind: 'open', socket: 0, address: `${config.websocket_address}/ws`, protocols };
  await page.evaluate(
    ([file, call]) => {
      const thread = new Worker(file, { type: 'module' });
      const seen = { messages: 0 };
      thread.addEventListener('message', () => (seen.messages += 1));
      thread.postMessage(call, []);
    },
    [`/assets/${worker}`, open] as const,
  );
  return page;
}
