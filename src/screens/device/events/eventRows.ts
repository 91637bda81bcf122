import type { DeviceEvent } from '#contract/devices/deviceEvent';

/** An event with a generated key, since the wire has none. */
export interface EventRow {
  readonly key: string;
  readonly event: DeviceEvent;
}

/** Returns the events of a page as rows; a counter keeps the keys of equal events unique. */
export function eventRows(events: readonly DeviceEvent[]): readonly EventRow[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const text = `${event.belgian_local_time} ${event.level} ${event.message}`;
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { key: `${text} ${count}`, event };
  });
}
