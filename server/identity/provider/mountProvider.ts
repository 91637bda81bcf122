import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import { createRateLimit } from '../../platform/limits/rateLimit.ts';
import { loginRoutes, type LoginParts } from './loginRoutes.ts';
import { MOUNT } from '../scopes.ts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FONT = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

const files = [
  { name: 'page.css', type: 'text/css; charset=utf-8', at: new URL('../pages/page.css', import.meta.url) },
  { name: 'leave.js', type: 'text/javascript; charset=utf-8', at: new URL('../pages/leave.js', import.meta.url) },
  { name: 'mark.svg', type: 'image/svg+xml', at: new URL('../pages/mark.svg', import.meta.url) },
  { name: 'font.woff2', type: 'font/woff2', at: new URL(import.meta.resolve(FONT)) },
];

/** Serves the style, script, icon and font of the provider's pages; each file is read once. */
async function pageFiles(app: FastifyInstance): Promise<void> {
  for (const { name, type, at } of files) {
    const content = await readFile(fileURLToPath(at));
    app.get(`${MOUNT}/assets/${name}`, { logLevel: 'silent' }, (_, reply) =>
      reply.type(type).header('x-content-type-options', 'nosniff').header('cache-control', 'public, max-age=3600').send(content),
    );
  }
}

/** Number of requests of a sign-in, each of which writes to the database. */
const REQUESTS_PER_SIGN_IN = 10;
const SECONDS_PER_MINUTE = 60;

/** Returns a hook that limits the requests of a network to the provider. */
function networkLimit({ settings, now }: LoginParts): (request: FastifyRequest) => Promise<void> {
  const perSecond = (settings.SIGN_INS_PER_NETWORK * REQUESTS_PER_SIGN_IN) / SECONDS_PER_MINUTE;
  const limit = createRateLimit({ perSecond, burst: settings.SIGN_INS_PER_NETWORK * 2 }, now);
  return async ({ ip }) => {
    const wait = limit.waitSeconds(networkOf(ip));
    if (wait > 0) throw createFailure('tooManyRequests', wait);
  };
}

/** Mounts the provider, its login page and its files under `/idp`. */
export async function mountProvider(app: FastifyInstance, parts: LoginParts): Promise<void> {
  const answer = parts.provider.callback();
  const countRequest = networkLimit(parts);
  await app.register(async (pages) => {
    await pageFiles(pages);
    pages.addHook('onRequest', countRequest);
    await loginRoutes(pages, parts);
  });
  await app.register((raw, _, done) => {
    raw.addHook('onRequest', countRequest);
    // The provider reads the body itself, so no parser of the server may consume it.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // Log-out URLs contain an ID token, so none of these URLs is logged.
    raw.all(`${MOUNT}/*`, { logLevel: 'silent' }, async (request, reply) => {
      reply.hijack();
      const address = request.raw.url ?? MOUNT;
      Object.assign(request.raw, { originalUrl: address, url: address.slice(MOUNT.length) });
      await answer(request.raw, reply.raw);
    });
    done();
  });
}
