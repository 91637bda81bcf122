/** Checks whether a port is available, and finds a free loopback port. */

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws with a one-line message, which names the settings to change, when the port is not available. Called before anything else is started. */
export async function assertPortFree(port: number, host: string, prefix = ''): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is in use: stop what listens there, or set ${prefix}PORT.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${port} needs rights that this user has not: set ${prefix}PORT to one above 1023.`, { cause: error });
    throw new Error(`${host}:${port} cannot be listened on (${String(code)}): check ${prefix}HOST and ${prefix}PORT.`, { cause: error });
  }
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

/** Returns a loopback port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const at = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (at === null || typeof at === 'string') throw new Error('no port');
  return at.port;
}
