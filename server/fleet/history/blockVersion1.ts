/** Decodes history blocks of version 1, as servers up to version 0.5.0 wrote them: JSON of columns, deflated. */

import type { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { z } from '#contract/schema';
import type { KeptReport } from './keptReport.ts';

const numbers = z.array(z.number());
// `[]` is a missing field, `[null]` a field with the value null; numbers are differences.
const block = z.object({
  v: z.literal(1),
  serials: z.array(z.string()),
  who: numbers,
  receivedAt: numbers,
  deviceTime: numbers,
  sequence: numbers,
  fields: z.record(z.string(), z.array(z.unknown())),
});

function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** Returns the reports, sorted by serial, then by time. Throws for invalid input. */
export function decodeVersion1(bytes: Buffer): KeptReport[] {
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
