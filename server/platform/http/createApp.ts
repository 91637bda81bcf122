import fastify, { type FastifyInstance } from 'fastify';
import type { ClientAddress } from '../limits/clientAddress.ts';
import { answerUnreadable } from './errors.ts';
import { FILE_MS } from './limits.ts';

const BODY_LIMIT = 262_144;
/**
 * Maximum length of a path parameter for the router, longer than a request line, so that `serve` refuses a parameter that is too long, in the contract's shape.
 */
const ROUTED_PART = 16_384;

/** Time limits of a connection, in ms: for the headers, for a request with the longest body, and without any data. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: FILE_MS.device,
  connectionTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

/** Creates the Fastify server without routes: body limit, timeouts of connections, trusted proxies. */
export function createApp(client: ClientAddress, times: typeof TIMEOUTS = TIMEOUTS): FastifyInstance {
  const { headersTimeout, connectionsCheckingInterval, ...timeouts } = times;
  const app = fastify({
    ...timeouts,
    http: { headersTimeout, connectionsCheckingInterval },
    trustProxy: client.isTrusted,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: ROUTED_PART },
    // A slow or busy machine takes longer than the default of ten seconds to load the imports of a plugin.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    // A request on an open connection of a load balancer is still answered, because the balancer would pass on a 503 to the client.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: answerUnreadable,
  });
  // Only JSON bodies are accepted.
  app.removeContentTypeParser('text/plain');
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // A keep-alive connection would delay the close until its client disconnects.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return app;
}
