import type { FastifyInstance } from 'fastify';
import { invalid } from '../failure/failure.ts';
import { isLoopback } from '../loopback.ts';
import type { Settings } from '../settings/settings.ts';

/** Matches a host name or IPv4 address, or an IPv6 address in brackets. */
const HOST_NAME = /^(?:[^\s/\\:;@*?#%[\]]+|\[[\da-f:.]+\])$/i;

/** Returns an entry of `ALLOWED_HOSTS` as requests name that host, with an international name in ASCII; null if no request can name it. */
export const requestedHost = (entry: string): string | null =>
  HOST_NAME.test(entry) && URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`).hostname : null;

/**
 * Refuses requests whose `Host` is not `PUBLIC_URL`, `HOST`, this machine or one of `ALLOWED_HOSTS`. Prevents DNS rebinding: a foreign page whose host name
 * resolves to this server must not reach the API.
 */
export function registerHostCheck(app: FastifyInstance, { publicUrl, HOST, ALLOWED_HOSTS }: Settings): void {
  const listed = ALLOWED_HOSTS.split(',').map((name) => name.trim().toLowerCase());
  const names = new Set([new URL(publicUrl).hostname, HOST.toLowerCase(), ...listed, ...listed.map(requestedHost)]);
  app.addHook('onRequest', async ({ hostname }) => {
    const name = hostname.toLowerCase();
    if (name === '' || (!isLoopback(name) && !names.has(name))) throw invalid('the Host header names another server');
  });
}

/**
 * Redirects page requests for another loopback host name to the public URL, because the sign-in redirect returns there and cannot reach a console of another
 * origin. API requests and other host names are not redirected.
 */
export function registerOneAddress(app: FastifyInstance, publicUrl: string): void {
  const home = new URL(publicUrl);
  if (!isLoopback(home.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isElsewhere = isLoopback(request.hostname) && request.hostname !== home.hostname && request.host.endsWith(`:${home.port}`);
    // The path is not resolved against the public URL: `//host` would lead to that host.
    if (isPage && isElsewhere) return reply.redirect(`${home.origin}/${request.url.replace(/^[/\\]+/, '')}`);
    return undefined;
  });
}
