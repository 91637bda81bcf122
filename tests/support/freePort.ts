import { once } from 'node:events';
import { createServer } from 'node:net';

/** A loopback port nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const at = probe.address();
  probe.close();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return at.port;
}
