import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { emptyBacklog } from '#server/fleet/ingest/backlog';
import { createMessageFilter } from '#server/fleet/ingest/messageFilter';
import { happenedAt } from '#server/fleet/ingest/receivedLog';
import { createGauges } from '#server/platform/gauges';

const NOW = Date.parse('2026-03-04T13:00:00Z');
const BEHIND_MS = 420_000;

/** A filter of one known device, whose clock is behind; `dated` are the instants at which its logs happened, by the server's clock. */
function filterOf(serial: string) {
  const backlog = emptyBacklog();
  const take = createMessageFilter({
    registry: {
      organisationOfDevice: (one) => (one === serial ? null : undefined),
      servicesOf: () => [],
      endService: () => undefined,
      organisationsOf: () => new Set(),
      refresh: () => Promise.resolve(),
    },
    lastReport: () => undefined,
    gauges: createGauges(),
    writer: { add: (change) => change(backlog), close: () => Promise.resolve() },
    onResult: () => undefined,
    faults: { report: () => undefined, counted: () => undefined, readWhole: () => undefined },
    now: () => NOW,
    publish: () => undefined,
  });
  const receipt = { receivedAt: NOW, done: () => undefined };
  const send = (topic: string, message: object) => take(`devices/${serial}/${topic}`, Buffer.from(JSON.stringify(message)), receipt);
  return {
    state: (at: number) => send('state', { time: new Date(at).toISOString(), sequence: 1, state: { current_state: 'ERROR' } }),
    event: (at: number) => send('log', { kind: 'event', time: new Date(at).toISOString(), level: 'error', message: 'Error raised' }),
    dated: () => backlog.logs.map((log) => happenedAt(Date.parse('time' in log.message ? log.message.time : ''), log)),
  };
}

it('[CLOCK4] an event is dated by the offset that the states of its device show', () => {
  const { state, event, dated } = filterOf('LF-01');
  state(NOW - BEHIND_MS);
  event(NOW - BEHIND_MS);
  event(NOW - BEHIND_MS - 60_000);
  expect(dated()).toEqual([NOW, NOW - 60_000]);
});

it('[CLOCK4] without a state nothing is known of the clock: the time of the device counts', () => {
  const { event, dated } = filterOf('LF-01');
  event(NOW - BEHIND_MS);
  expect(dated()).toEqual([NOW - BEHIND_MS]);
});
