/** Encodes and decodes a history block: many reported states, column by column, delta-encoded, deflated. */

import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from '#contract/schema';

/** One reported state as stored in the history; instants in ms since epoch. */
export interface KeptReport {
  readonly serial: string;
  readonly receivedAt: number;
  readonly deviceTime: number;
  readonly sequence: number;
  readonly state: Readonly<Record<string, unknown>>;
}

const numbers = z.array(z.number());
const block = z.object({
  v: z.literal(1),
  serials: z.array(z.string()),
  who: numbers,
  receivedAt: numbers,
  deviceTime: numbers,
  sequence: numbers,
  fields: z.record(z.string(), z.array(z.unknown())),
});

const deltas = (values: readonly number[]) => values.map((value, index) => value - (values[index - 1] ?? 0));

function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** Encodes reports column by column, sorted by device and delta-encoded, then deflates: repeated values of a device compress to almost nothing. */
export function encodeBlock(reports: readonly KeptReport[]): Buffer {
  const sorted = reports.toSorted((a, b) => (a.serial === b.serial ? a.receivedAt - b.receivedAt : a.serial < b.serial ? -1 : 1));
  const serials = [...new Set(sorted.map(({ serial }) => serial))];
  const place = new Map(serials.map((serial, index) => [serial, index]));
  const names = new Set(sorted.flatMap(({ state }) => Object.keys(state)));
  const columns = {
    v: 1,
    serials,
    who: deltas(sorted.map(({ serial }) => place.get(serial) ?? 0)),
    receivedAt: deltas(sorted.map(({ receivedAt }) => receivedAt)),
    deviceTime: deltas(sorted.map(({ deviceTime }) => deviceTime)),
    sequence: deltas(sorted.map(({ sequence }) => sequence)),
    // [] is a missing field, [null] a field with the value null.
    fields: Object.fromEntries([...names].map((name) => [name, sorted.map(({ state }) => (name in state ? [state[name]] : []))])),
  };
  return deflateRawSync(Buffer.from(JSON.stringify(columns)));
}

/** Decodes a block of `encodeBlock`; the reports are sorted by serial, then by time. Throws for invalid input. */
export function decodeBlock(bytes: Buffer): KeptReport[] {
  const columns = block.parse(JSON.parse(inflateRawSync(bytes).toString('utf8')));
  const [who, receivedAt, deviceTime, sequence] = [columns.who, columns.receivedAt, columns.deviceTime, columns.sequence].map(sums);
  return (who ?? []).map((place, row) => ({
    serial: columns.serials[place] ?? '',
    receivedAt: receivedAt?.[row] ?? 0,
    deviceTime: deviceTime?.[row] ?? 0,
    sequence: sequence?.[row] ?? 0,
    state: Object.fromEntries(
      Object.entries(columns.fields).flatMap(([name, cells]) =>
        z
          .array(z.unknown())
          .parse(cells[row])
          .map((cell) => [name, cell]),
      ),
    ),
  }));
}
