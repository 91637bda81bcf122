import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range of the system: a port from it could be taken again before the test listens. */
const FIRST = 12_000;
const PER_WORKER = 1_000;
const WORKERS = 20;

/** Each worker has its own ports and takes one after the other: none finds a port free that is already meant for a process of another one. */
const firstOfWorker = FIRST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * PER_WORKER;
let taken = Math.floor(Math.random() * PER_WORKER);

/** Returns a free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    taken += 1;
    const port = firstOfWorker + (taken % PER_WORKER);
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
