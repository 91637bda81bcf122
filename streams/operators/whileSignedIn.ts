import { map, type MonoTypeOperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';
import { whileTrue } from './whileTrue.ts';

/** Subscribes to the source while somebody is signed in. A renewed token does not interrupt it. */
export function whileSignedIn<T>({ token$ }: Pick<Ports, 'token$'>): MonoTypeOperatorFunction<T> {
  return whileTrue(token$.pipe(map((token) => token !== null)));
}
