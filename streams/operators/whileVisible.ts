import type { MonoTypeOperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';
import { whileTrue } from './whileTrue.ts';

/** Subscribes to the source while the page is visible, and immediately whenever it becomes visible again. For polls, not for sockets. Source: GAP-108. */
export function whileVisible<T>({ visible$ }: Pick<Ports, 'visible$'>): MonoTypeOperatorFunction<T> {
  return whileTrue(visible$);
}
