import { availableParallelism } from 'node:os';

/**
 * How many files of server and browser tests run side by side. They wait for a third of their time, so there is one more than processors, and no more
 * than three unless one asks: each worker has a product of its own. One worker alone uses a database or a broker outside, of which there is one.
 */
export const workers = Number(process.env['TEST_WORKERS'] ?? Math.min(3, availableParallelism() + 1));
