import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range of the system: a port from it could be taken again before the test listens. */
const [FIRST, PAST] = [12_000, 32_000];

/** Returns a free loopback port. */
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
