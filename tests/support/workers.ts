import { availableParallelism } from 'node:os';

/**
 * Number of server and browser test files that run in parallel. Half of their time is waiting, so there are two more than processors, and at most four
 * unless set otherwise: each worker has its own product. With an external database or broker, of which there is one, use a single worker.
 */
export const workers = Number(process.env['TEST_WORKERS'] ?? Math.min(4, availableParallelism() + 2));
