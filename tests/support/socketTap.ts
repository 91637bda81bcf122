import type { BrowserContext, WebSocketRoute } from 'playwright-core';

/** One socket of a page, routed through the test. */
export interface TappedSocket {
  readonly url: string;
  /** Frames the page sent, in order. */
  readonly sent: readonly string[];
  /** Frames the page received, in order: texts, and the bytes of column frames. */
  readonly received: readonly (string | Uint8Array)[];
  /** Sends the page a frame that does not come from the server. */
  readonly give: (text: string) => void;
  /** Closes it as the network or the server would. */
  readonly cut: (code: number) => Promise<void>;
}

/** Intercepts the sockets of a context, which its pages hold; returns them in the order opened. */
export async function tapSockets(context: BrowserContext): Promise<readonly TappedSocket[]> {
  // Only sockets of a page can be intercepted: without its worker the page holds them.
  await context.route(/socketWorker-/, (route) => route.abort());
  const sockets: TappedSocket[] = [];
  await context.routeWebSocket(/\/ws$/, (page: WebSocketRoute) => {
    const server = page.connectToServer();
    const sent: string[] = [];
    const received: (string | Uint8Array)[] = [];
    page.onMessage((frame) => {
      sent.push(String(frame));
      server.send(frame);
    });
    server.onMessage((frame) => {
      received.push(typeof frame === 'string' ? frame : new Uint8Array(frame));
      page.send(frame);
    });
    sockets.push({
      url: page.url(),
      sent,
      received,
      give: (text) => page.send(text),
      cut: async (code) => {
        await page.close({ code });
        await server.close();
      },
    });
  });
  return sockets;
}
