import type { BrowserContext, WebSocketRoute } from 'playwright-core';

/** One socket of a page as it passes through the test. */
export interface TappedSocket {
  readonly url: string;
  /** What the page sent, in order. */
  readonly sent: readonly string[];
  readonly received: readonly string[];
  /** Gives the page a frame that the server never sent. */
  readonly give: (text: string) => void;
  /** Closes it as the network or the server would. */
  readonly cut: (code: number) => Promise<void>;
}

/** Stands between the pages of a context and the server's socket; every socket in the order opened. */
export async function tapSockets(context: BrowserContext): Promise<readonly TappedSocket[]> {
  const sockets: TappedSocket[] = [];
  await context.routeWebSocket(/\/ws$/, (page: WebSocketRoute) => {
    const server = page.connectToServer();
    const sent: string[] = [];
    const received: string[] = [];
    page.onMessage((frame) => {
      sent.push(String(frame));
      server.send(frame);
    });
    server.onMessage((frame) => {
      received.push(String(frame));
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
