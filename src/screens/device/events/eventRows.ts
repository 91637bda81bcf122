import type { DeviceEvent } from '#contract/deviceEvent';

/** An event with a key of its own: the wire has none. */
export interface EventRow {
  readonly key: string;
  readonly event: DeviceEvent;
}

/** The rows of a page. Events that read the same are told apart by their count. */
export function eventRows(events: readonly DeviceEvent[]): readonly EventRow[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const said = `${event.belgian_local_time} ${event.level} ${event.message}`;
    const count = (seen.get(said) ?? 0) + 1;
    seen.set(said, count);
    return { key: `${said} ${count}`, event };
  });
}
