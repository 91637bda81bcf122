/** `Leases`, the interface by which one of several instances performs a `SingletonJob` on behalf of all; its `Fence` stops a previous holder. */

import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/** The error of a write after another instance has taken the lease. Nothing of its transaction is stored. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`another instance has taken over: ${name}`);
    this.name = 'LeaseLost';
  }
}

/**
 * A function that throws `LeaseLost` when the lease of a duty has changed hands; otherwise it keeps the lease from changing hands until the end of the
 * transaction.
 */
export type Fence = (tx: Transaction<Database>) => Promise<void>;

/** Work that one instance does on behalf of all. `start` returns the function that stops it; every write that must not be done twice calls `fence` first. */
export interface SingletonJob {
  readonly name: string;
  readonly start: (fence: Fence) => Promise<() => Promise<void>>;
}

/** A duty that this instance performs, or waits to perform. */
export interface JobHandle {
  /** Stops the work and leaves it to another instance at once. */
  readonly close: () => Promise<void>;
}

/** The leases of an instance, which decide whether it performs a duty. `take` resolves after the first attempt. */
export interface Leases {
  readonly take: (duty: SingletonJob) => Promise<JobHandle>;
}

/** The leases of a single instance, which performs every duty. */
export const soleLeases: Leases = {
  take: async ({ start }) => {
    const stop = await start(() => Promise.resolve());
    return { close: stop };
  },
};
