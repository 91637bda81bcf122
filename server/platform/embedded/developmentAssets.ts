import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const ROOT = path.join(fileURLToPath(import.meta.url), '../../../..');
const PLACE = '__NONCE__';

/** Pages besides the console, by their path: the end of a sign-in, and the kit, which shows the parts of the console and is not in the build. */
const PAGES = [
  [/^\/signed-in/, 'signed-in.html'],
  [/^\/kit(?:[/?]|$)/, 'kit.html'],
] as const;

/** Returns the file of the page at a path. */
export const pageAt = (url: string): string => PAGES.find(([address]) => address.test(url))?.[1] ?? 'index.html';

/** Serves the console from source with hot reload and the same CSP; scripts and styles get a nonce, since the reload preamble is inline. */
export async function developmentAssets(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    html: { cspNonce: PLACE },
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.setNotFoundHandler(async (request, reply) => {
    if ((request.headers.accept ?? '').includes('text/html')) {
      const nonce = randomBytes(16).toString('base64');
      const html = await vite.transformIndexHtml(request.url, readFileSync(path.join(ROOT, 'src', pageAt(request.url)), 'utf8'));
      const policy = String(reply.getHeader('content-security-policy') ?? '')
        .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
        .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
      return reply.header('content-security-policy', policy).type('text/html').send(html.replaceAll(PLACE, nonce));
    }
    reply.hijack();
    vite.middlewares(request.raw, reply.raw);
    return reply;
  });
}
