import { availableParallelism } from 'node:os';

const given = process.env['TEST_WORKERS'];

/**
 * Number of browser test files that run in parallel. A part of their time is waiting, so there is one more than processors, and at most three unless set
 * otherwise: each worker has its own product. With an external database or broker, of which there is one, use a single worker.
 */
export const workers = Number(given ?? Math.min(3, availableParallelism() + 1));

/** Number of server test files that run in parallel: half of their time is waiting. */
export const serverWorkers = given === undefined ? workers + 2 : workers;
