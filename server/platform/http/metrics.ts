import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Gauges } from '../gauges.ts';
import type { Settings } from '../settings.ts';

/** How long collected metrics are sent again, in ms: collecting them takes some ms of the one thread. */
const FRESH_MS = 1_000;

/** The listener of `/metrics`. */
export interface MetricsServer {
  /** E.g. `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  readonly close: () => void;
}

/** Returns the metrics as text, collected at most once a second. */
function cachedMetrics({ registry }: Gauges, now: () => number): () => Promise<string> {
  let collected: { readonly at: number; readonly text: Promise<string> } | null = null;
  return () => {
    if (collected === null || Math.abs(now() - collected.at) >= FRESH_MS) collected = { at: now(), text: registry.metrics() };
    return collected.text;
  };
}

async function listen(server: Server, { METRICS_HOST, METRICS_PORT }: Settings): Promise<number> {
  server.listen(METRICS_PORT, METRICS_HOST);
  await once(server, 'listening');
  const at = server.address();
  return typeof at === 'object' && at !== null ? at.port : METRICS_PORT;
}

/** Serves `GET /metrics` (Prometheus) on an address of its own, by default loopback: the address of the console does not have it. */
export async function openMetrics(settings: Settings, gauges: Gauges, now: () => number): Promise<MetricsServer> {
  const metrics = cachedMetrics(gauges, now);
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, reply) => {
    if (request.method === 'GET' && request.url === '/metrics') {
      metrics().then(
        (text) => reply.writeHead(200, { 'content-type': gauges.registry.contentType, 'cache-control': 'no-store' }).end(text),
        () => reply.writeHead(500).end(),
      );
    } else reply.writeHead(404).end();
  });
  server.maxConnections = 20;
  const port = await listen(server, settings);
  const host = settings.METRICS_HOST.includes(':') ? `[${settings.METRICS_HOST}]` : settings.METRICS_HOST;
  return {
    url: `http://${host}:${port}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
