import type { MonoTypeOperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';
import { whileTrue } from './whileTrue.ts';

/** Runs the source while the page is visible; when it is shown again the source begins anew, at once. For polls, not for sockets. Source: GAP-108. */
export function whileVisible<T>({ visible$ }: Pick<Ports, 'visible$'>): MonoTypeOperatorFunction<T> {
  return whileTrue(visible$);
}
