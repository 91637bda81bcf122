import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of the server. Each server has its own registry, so that two servers in one process are independent. */
export type Gauges = ReturnType<typeof createGauges>;

/** Creates the metrics with their own registry. */
export function createGauges() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Duration of requests by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    reports: new Counter({ name: 'ingest_reports_total', help: 'Reports taken in by kind.', labelNames: ['kind'], registers }),
    unread: new Counter({ name: 'ingest_unread_fields_total', help: 'Fields of devices that could not be read.', registers }),
    refused: new Counter({ name: 'ingest_refused_total', help: 'Messages dropped by reason.', labelNames: ['reason'], registers }),
    waiting: new Gauge({ name: 'ingest_waiting_reports', help: 'Reports not yet in the database.', registers }),
    lost: new Counter({ name: 'ingest_lost_reports_total', help: 'History lost because the database was away too long.', registers }),
    writeFailures: new Counter({
      name: 'ingest_write_failures_total',
      help: 'Writes to the database that failed and are tried again.',
      registers,
    }),
    brokerUp: new Gauge({ name: 'broker_connected', help: '1 while the device broker is connected.', registers }),
    natsUp: new Gauge({ name: 'nats_connected', help: '1 while NATS is connected, of one server among several.', registers }),
    partitions: new Gauge({ name: 'ingest_partitions', help: 'Partitions of the stream that this server reads; 16 over all.', registers }),
    unreadableFiles: new Counter({
      name: 'history_unreadable_files_total',
      help: 'Reads of files of the history that were missing, damaged or out of reach, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    notices: new Counter({ name: 'push_notices_total', help: 'Notifications sent by result.', labelNames: ['result'], registers }),
    sockets: new Gauge({ name: 'sockets_open', help: 'Open console sockets.', registers }),
    skipped: new Counter({ name: 'socket_skipped_frames_total', help: 'Frames not sent to a console that reads too slowly.', registers }),
    cut: new Counter({ name: 'socket_cut_total', help: 'Sockets closed by the server by code.', labelNames: ['code'], registers }),
  };
}
