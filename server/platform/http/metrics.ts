/** Serves `GET /metrics` (Prometheus) on a separate listener. */

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Gauges } from '../gauges.ts';
import type { Settings } from '../settings/settings.ts';

/** Default time for which collected metrics are reused, in ms: collecting them blocks the only thread for several ms. */
const MAX_AGE_MS = 1_000;

/** The listener of `/metrics`. */
export interface MetricsServer {
  /** E.g. `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  readonly close: () => void;
}

/** Dependencies of the listener. */
interface MetricsParts {
  readonly settings: Settings;
  readonly gauges: Gauges;
  readonly now: () => number;
  /** Time for which collected metrics are reused, in ms. Default: 1 s. */
  readonly metricsMaxAgeMs?: number;
}

/** Returns the metrics as text, collected again when they are too old. */
function cachedMetrics({ gauges: { registry }, now, metricsMaxAgeMs = MAX_AGE_MS }: MetricsParts): () => Promise<string> {
  let collected: { readonly at: number; readonly text: Promise<string> } | null = null;
  return () => {
    if (collected === null || Math.abs(now() - collected.at) >= metricsMaxAgeMs) collected = { at: now(), text: registry.metrics() };
    return collected.text;
  };
}

async function listen(server: Server, { METRICS_HOST, METRICS_PORT }: Settings): Promise<number> {
  server.listen(METRICS_PORT, METRICS_HOST);
  await once(server, 'listening');
  const at = server.address();
  return typeof at === 'object' && at !== null ? at.port : METRICS_PORT;
}

/** Serves `GET /metrics` (Prometheus) on a separate address, by default loopback; the address of the console does not serve it. */
export async function openMetrics(parts: MetricsParts): Promise<MetricsServer> {
  const { settings, gauges } = parts;
  const metrics = cachedMetrics(parts);
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
