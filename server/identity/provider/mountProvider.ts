import type { FastifyInstance } from 'fastify';
import { loginRoutes, type LoginParts } from './loginRoutes.ts';
import { pageFiles } from './pageFiles.ts';
import { MOUNT } from './scopes.ts';

/** Puts the provider, its login page and its files under `/idp`. */
export async function mountProvider(app: FastifyInstance, parts: LoginParts): Promise<void> {
  const answer = parts.provider.callback();
  await app.register(async (pages) => {
    await pageFiles(pages);
    await loginRoutes(pages, parts);
  });
  await app.register((raw, _, done) => {
    // The provider reads the body itself.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // Log-out addresses carry an ID token, so none of these addresses is logged.
    raw.all(`${MOUNT}/*`, { logLevel: 'silent' }, async (request, reply) => {
      reply.hijack();
      const address = request.raw.url ?? MOUNT;
      Object.assign(request.raw, { originalUrl: address, url: address.slice(MOUNT.length) });
      await answer(request.raw, reply.raw);
    });
    done();
  });
}
