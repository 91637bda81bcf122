import type { Cluster } from '../../cluster/openCluster.ts';
import { until } from '../support/until.ts';
import type { LoadDevice } from './loadDevice.ts';
import type { Operator } from './operator.ts';
import type { Shift } from './shift.ts';
import type { WatchingConsole } from './watchingConsole.ts';

/** A cluster under load. */
export interface Trial {
  readonly cluster: Cluster;
  readonly operator: Operator;
  readonly devices: readonly LoadDevice[];
  readonly consoles: readonly WatchingConsole[];
  /** Somebody who works in a browser. */
  readonly shift: Shift;
  /** Waits until every console has received a state of each device that was reported from now on; returns the seconds. */
  readonly live: () => Promise<string>;
  /** Notes what must not be. */
  readonly problem: (text: string) => void;
}

/** Something that happens to a cluster; returns a line of what was seen. */
export type Fault = (trial: Trial) => Promise<string>;

/** Returns a function that waits until every console is live. */
export function waitUntilLive(consoles: readonly WatchingConsole[], serials: readonly string[]): () => Promise<string> {
  return async () => {
    const at = Date.now();
    await until('all consoles are live', () => consoles.every((one) => one.isSince(at, serials)));
    return ((Date.now() - at) / 1_000).toFixed(1);
  };
}
