import type { FleetEvent } from './event.ts';

/** Bytes of events kept in memory, approximately. Example: about 150,000 state reports. What falls out goes to the recorder. */
export const RING_BYTES = 64 * 1024 * 1024;
/** Memory of a state report, in bytes: estimated from its dozen fields, not measured. */
const STATE_BYTES = 420;
/** Memory of any other event without its response, in bytes. */
const EVENT_BYTES = 160;

/** The newest events of the log, bounded by bytes: the oldest batches fall out first. One log writes it, others read. */
export interface Ring {
  /** Takes a batch; returns the events that fell out. */
  readonly push: (batch: readonly FleetEvent[]) => readonly FleetEvent[];
  /** The stored events, oldest first. */
  readonly events: () => readonly FleetEvent[];
  /** Approximate size of the stored events. */
  readonly bytes: () => number;
}

/** The approximate size of an event in memory, in bytes; two per character of an answer. */
function sizeOf(event: FleetEvent): number {
  if (event.kind === 'device.stateReported') return STATE_BYTES;
  if (event.kind === 'request.succeeded') return EVENT_BYTES + 2 * JSON.stringify(event.answer ?? null).length;
  if (event.kind === 'device.dataReported') return EVENT_BYTES + 2 * JSON.stringify(event.data).length;
  return EVENT_BYTES;
}

/** An empty ring of `maxBytes`. The newest batch is kept even when it is larger. */
export function ringOf(maxBytes: number): Ring {
  const kept: { readonly batch: readonly FleetEvent[]; readonly bytes: number }[] = [];
  const sum = { bytes: 0 };
  const push = (batch: readonly FleetEvent[]): readonly FleetEvent[] => {
    const bytes = batch.reduce((total, event) => total + sizeOf(event), 0);
    kept.push({ batch, bytes });
    sum.bytes += bytes;
    const surplus = kept.findIndex((_, index) => index === kept.length - 1 || fits(index));
    const fallen = kept.splice(0, Math.max(0, surplus));
    sum.bytes -= fallen.reduce((total, entry) => total + entry.bytes, 0);
    return fallen.flatMap((entry) => entry.batch);
  };
  const fits = (dropped: number): boolean => {
    const freed = kept.slice(0, dropped).reduce((total, entry) => total + entry.bytes, 0);
    return sum.bytes - freed <= maxBytes;
  };
  return { push, events: () => kept.flatMap(({ batch }) => batch), bytes: () => sum.bytes };
}
