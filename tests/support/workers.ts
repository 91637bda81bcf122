import { availableParallelism } from 'node:os';

const chosen = process.env['TEST_WORKERS'];
const beside = (more: number) => Number(chosen ?? Math.min(2 + more, availableParallelism() + more));

/**
 * Number of browser test files that run in parallel. Half of their time is waiting, so there are two more than processors, and at most four unless set
 * otherwise: each worker has its own product. With an external database or broker, of which there is one, use a single worker.
 */
export const workers = beside(2);

/** Number of server test files that run in parallel: they wait for two thirds of their time, and a worker of theirs is a thread with a database. */
export const serverWorkers = beside(4);

/** Number of test files without processes that run in parallel: one waits for its modules while the others compute. */
export const unitWorkers = availableParallelism() + 1;
