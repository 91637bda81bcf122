import { map, tap, type Observable } from 'rxjs';
import type { FleetEvent } from './event.ts';
import { batchPerFrame } from './operators/batchPerFrame.ts';
import type { Ports } from './ports.ts';
import type { Ring } from './ring.ts';
import { stamp, type Arrival } from './stamp.ts';

/** Where the log keeps what it said. `recorder` is handed what falls out of the ring, oldest first; it must not throw. */
export interface LogKeeping {
  readonly ring: Ring;
  readonly recorder: (fallen: readonly FleetEvent[]) => void;
}

/** The one ordered log: news stamped on arrival, given in batches once per frame, kept in the ring. */
export function log(
  arrivals$: Observable<Arrival>,
  ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>,
  keeping: LogKeeping,
): Observable<readonly FleetEvent[]> {
  return arrivals$.pipe(
    stamp(ports.clock),
    batchPerFrame(ports),
    map((batch) => ({ batch, fallen: keeping.ring.push(batch) })),
    tap(({ fallen }) => fallen.length > 0 && keeping.recorder(fallen)),
    map(({ batch }) => batch),
  );
}
