import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Gauges } from '../gauges.ts';

/** `GET /healthz` (200 while database and broker answer, else 503) and `GET /metrics`. */
export function registerHealth(app: FastifyInstance, database: Kysely<Database>, isBrokerUp: () => boolean, gauges: Gauges): void {
  app.get('/healthz', async (_request, reply) => {
    const hasDatabase = await sql`select 1`.execute(database).then(
      () => true,
      () => false,
    );
    const isWell = hasDatabase && isBrokerUp();
    reply.header('cache-control', 'no-store');
    return reply.code(isWell ? 200 : 503).send({ database: hasDatabase, broker: isBrokerUp() });
  });
  app.get('/metrics', async (_request, reply) => reply.type(gauges.registry.contentType).send(await gauges.registry.metrics()));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    gauges.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
