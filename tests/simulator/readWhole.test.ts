import { expect, it } from 'vitest';
import { readMessage } from '#server/fleet/ingest/readMessage';
import { NOON, simulate } from './simulate.ts';

it('[SIM26] whatever a robot sends is read whole: nothing is left out, and nothing noted', () => {
  const { messages } = simulate(600);
  const kinds = new Map<string, number>();
  const faults = messages.flatMap(({ serial, kind, body }) => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const read = readMessage(`devices/${serial}/${kind}`, Buffer.from(JSON.stringify(body)), NOON + 3_600_000);
    if (read.ok && read.losses.length === 0 && read.remarks.length === 0) return [];
    return [{ serial, kind, body: JSON.stringify(body).slice(0, 200), read: read.ok ? [...read.losses, ...read.remarks] : read.reason }];
  });
  expect(faults.slice(0, 5)).toEqual([]);
  expect([...kinds.keys()].toSorted()).toEqual(['configuration', 'data', 'identity', 'log', 'state']);
});
