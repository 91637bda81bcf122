/** `Leases`, the interface by which one of several instances does a `SingletonJob` for all; its `Fence` stops a former holder. */

import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/** A write that came after another instance had taken the lease. Nothing of its transaction is stored. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`another instance has taken over: ${name}`);
    this.name = 'LeaseLost';
  }
}

/** Throws `LeaseLost` when the lease of a duty has changed hands; otherwise keeps the lease from changing hands until the end of the transaction. */
export type Fence = (tx: Transaction<Database>) => Promise<void>;

/** Work that one instance does for all. `start` returns the function that stops it; every write of it that must not be doubled calls `fence` first. */
export interface SingletonJob {
  readonly name: string;
  readonly start: (fence: Fence) => Promise<() => Promise<void>>;
}

/** A duty that this instance does, or waits to do. */
export interface JobHandle {
  /** Stops the work and leaves it to another instance at once. */
  readonly close: () => Promise<void>;
}

/** Decides which instance does a duty. `take` resolves after the first attempt. */
export interface Leases {
  readonly take: (duty: SingletonJob) => Promise<JobHandle>;
}

/** The leases of a single instance: it does everything. */
export const soleLeases: Leases = {
  take: async ({ start }) => {
    const stop = await start(() => Promise.resolve());
    return { close: stop };
  },
};
