import { map, tap, type Observable } from 'rxjs';
import type { FleetEvent } from './event.ts';
import { batchPerFrame } from './operators/batchPerFrame.ts';
import type { Ports } from './ports.ts';
import type { Ring } from './ring.ts';
import { stamp, type SourcedEvents } from './stamp.ts';

/** Where the log stores its events. `recorder` receives what falls out of the ring, oldest first; it must not throw. */
export interface LogStorage {
  readonly ring: Ring;
  readonly recorder: (fallen: readonly FleetEvent[]) => void;
}

/** The one ordered log: events get `seq` and `at` as they come, are emitted in batches once per frame, and stored in the ring. */
export function log(
  sourced$: Observable<SourcedEvents>,
  ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>,
  storage: LogStorage,
): Observable<readonly FleetEvent[]> {
  return sourced$.pipe(
    stamp(ports.clock),
    batchPerFrame(ports),
    map((batch) => ({ batch, fallen: storage.ring.push(batch) })),
    tap(({ fallen }) => fallen.length > 0 && storage.recorder(fallen)),
    map(({ batch }) => batch),
  );
}
