import { availableParallelism } from 'node:os';

/**
 * How many files of server and browser tests run side by side. Each worker has a product of its own for its browser tests, so there are no more
 * than two unless one asks; and one alone with a database or a broker outside, of which there is one.
 */
export const workers = Number(process.env['TEST_WORKERS'] ?? Math.min(2, availableParallelism()));
