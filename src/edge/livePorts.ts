import type { ConsoleConfig } from '#contract/config';
import type { Ports } from '#streams/ports';
import { liveClock } from './clock.ts';
import { createOpenSocket } from './openSocket.ts';
import { createParseInWorker } from './parseInWorker.ts';
import { createSaveBlob } from './saveBlob.ts';
import { createSaveFile } from './saveFile.ts';
import { createSend } from './send.ts';
import type { Session } from './session.ts';
import { frames, online, visibility } from './pageState.ts';

// In this form the bundler finds the worker's entry and emits its URL.
const startReader = () => new Worker(new URL('./parseWorker.ts', import.meta.url), { type: 'module' });

/** Creates the ports of a console that runs in a browser. */
export function livePorts(parts: {
  readonly config: ConsoleConfig;
  readonly session: Session;
  readonly page: Window & typeof globalThis;
}): Ports {
  const { config, session, page } = parts;
  const visible$ = visibility(page.document);
  const sendsRequestIds = config.features.includes('request_ids');
  const asking = { apiRoot: config.api_root, token: session.token, fetch: page.fetch.bind(page), sendsRequestIds };
  return {
    send: createSend(asking),
    saveFile: createSaveFile({ ...asking, save: createSaveBlob(page) }),
    openSocket: createOpenSocket((address) => new page.WebSocket(address)),
    parseInWorker: createParseInWorker(startReader),
    token$: session.token$,
    renew: session.renew,
    visible$,
    online$: online(page),
    frame$: frames(liveClock),
    clock: liveClock,
    random: Math.random,
  };
}
