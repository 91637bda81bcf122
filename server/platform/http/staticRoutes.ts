import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorText } from './errors.ts';
import { notFound } from '../failure/failure.ts';

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');
const isServerPath = (url: string) => /^\/(api|idp|ws|healthz|metrics|csp-report)(\/|\?|$)/.test(url);

const refuse = (reply: FastifyReply) => reply.code(404).send(errorText(notFound('there is nothing here')));

/** Enables `HEAD` for static routes; calls do not support it, since a GET call may have side effects. */
const withHead = { exposeHeadRoute: true } as const;

/** Serves the built console: hashed assets as immutable, pages with `no-cache`, and `index.html` for all client-side routes. */
export async function registerStatics(app: FastifyInstance, consoleDir: string): Promise<void> {
  const isBuilt = existsSync(path.join(consoleDir, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: path.resolve(consoleDir),
      index: false,
      // One route per file: a wildcard route would also match calls that do not exist.
      wildcard: false,
      cacheControl: false,
      // The build writes compressed variants next to each file.
      preCompressed: true,
      setHeaders: (reply, file) => {
        reply.header('cache-control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', withHead, (_request, reply) => reply.sendFile('index.html'));
    app.get('/signed-in', withHead, (_request, reply) => reply.sendFile('signed-in.html'));
  }
  // Browsers request the icon on pages that do not declare one; a 404 would clutter their console.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request) || isServerPath(request.url)) return refuse(reply);
    return reply.sendFile('index.html');
  });
}
