import type { Observable } from 'rxjs';
import type { FleetEvent } from '../event.ts';
import { batchPerFrame } from '../operators/batchPerFrame.ts';
import type { Ports } from '../ports.ts';
import { stamp, type SourcedEvents } from '../stamp.ts';

/** The one ordered log: events get `seq` and `at` as they come, and are emitted in batches once per frame. */
export function log(
  sourced$: Observable<SourcedEvents>,
  ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>,
): Observable<readonly FleetEvent[]> {
  return sourced$.pipe(stamp(ports.clock), batchPerFrame(ports));
}
