import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const GUIDE = new URL('../../../docs/robots.md', import.meta.url);

/** Registers `GET /api/robots.md`, public: how a robot connects, and what it sends and receives. */
export function registerRobotGuide(app: FastifyInstance): void {
  app.get('/api/robots.md', async (_, reply) => reply.type('text/plain; charset=utf-8').send(await readFile(GUIDE, 'utf8')));
}
