import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system gives to connections by itself: one of those could be taken again before anybody listens. */
const [FIRST, PAST] = [12_000, 32_000];

/** A loopback port nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (PAST - FIRST));
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
