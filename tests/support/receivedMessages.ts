import { Buffer } from 'node:buffer';
import { backlogWriters } from '#server/app/openFeatures';
import { emptyBacklog } from '#server/fleet/ingest/backlog';
import { createMessageFilter } from '#server/fleet/ingest/messageFilter';
import { writeBacklogRows } from '#server/fleet/ingest/writeBacklog';
import type { KnownReport } from '#server/fleet/ingest/reportOrder';
import { createGauges } from '#server/platform/gauges';
import type { openTestDatabase } from './openTestDatabase.ts';

/**
 * The messages of one device on their way to the database: `send` receives one at `receivedAt`, in ms since epoch, and `write` writes what was received. `last` is
 * the newest report of the device before them.
 */
export function receivedMessages(serial: string, last?: KnownReport) {
  let backlog = emptyBacklog();
  const losses: string[] = [];
  const take = createMessageFilter({
    registry: {
      organisationOfDevice: (one) => (one === serial ? null : undefined),
      servicesOf: () => [],
      endService: () => undefined,
      organisationsOf: () => new Set(),
      refresh: () => Promise.resolve(),
    },
    lastReport: () => last,
    gauges: createGauges(),
    writer: { add: (change) => change(backlog), close: () => Promise.resolve() },
    onResult: () => undefined,
    faults: {
      report: ({ code, fields }) => void losses.push(...fields.map(({ field }) => `${code} ${field}`)),
      counted: () => undefined,
      readWhole: () => undefined,
    },
    now: () => 0,
    publish: () => undefined,
  });
  return {
    /** What was reported as unreadable. */
    losses,
    backlog: () => backlog,
    send: (topic: string, message: object, receivedAt: number) =>
      take(`devices/${serial}/${topic}`, Buffer.from(JSON.stringify(message)), { receivedAt, done: () => undefined }),
    write: async (database: ReturnType<typeof openTestDatabase>) => {
      const received = backlog;
      backlog = emptyBacklog();
      return database.transaction().execute((tx) => writeBacklogRows(tx, received, backlogWriters));
    },
  };
}
