import type { FastifyInstance } from 'fastify';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Sends a page opened by another name of this machine to the public address: sign-in returns there, and its answer would never reach a
 * console of another origin. Calls and names that are not loopback are left alone.
 */
export function registerOneAddress(app: FastifyInstance, publicUrl: string): void {
  const home = new URL(publicUrl);
  if (!LOOPBACK.has(home.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isElsewhere = LOOPBACK.has(request.hostname) && request.hostname !== home.hostname && request.host.endsWith(`:${home.port}`);
    if (isPage && isElsewhere) return reply.redirect(new URL(request.url, home).href);
    return undefined;
  });
}
