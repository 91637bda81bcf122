/** Background tasks of all robots, one at a time, the newest first. */

/** Work of a robot in the background; `at` in ms since epoch is the time of its subject. */
interface Task {
  readonly at: number;
  /** Rejects if it must be retried. */
  readonly run: () => Promise<void>;
  readonly tries: number;
}

/**
 * Time between two tasks and before a retry, in ms; the number of tries after which the work waits longer, and for how long, since the broker or the
 * server may be down. Maximum number of waiting tasks, of which the oldest are dropped.
 */
const PACE = { betweenMs: 40, againMs: 5_000, tries: 4, laterMs: 60_000, waiting: 1_000 } as const;

interface WorkParts {
  /** Resolves after a number of ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called for the first task that fails in all of its quick tries since a task last succeeded. */
  readonly onHeldUp: (error: unknown) => void;
}

/** Tasks of all robots, one at a time, the newest first. */
export interface BackgroundWork {
  readonly add: (at: number, run: () => Promise<void>) => void;
  readonly close: () => void;
}

/** Creates a list of work. Background work of a robot delays nothing that people wait for. */
export function createBackgroundWork({ pause, onHeldUp }: WorkParts): BackgroundWork {
  let waiting: readonly Task[] = [];
  let isWorking = false;
  let isClosed = false;
  let isComplaining = false;
  const keep = (task: Task) => {
    waiting = [...waiting, task].toSorted((one, other) => other.at - one.at).slice(0, PACE.waiting);
  };
  const again = (task: Task, error: unknown) => {
    const tries = task.tries + 1;
    const isHeldUp = tries % PACE.tries === 0;
    if (isHeldUp && !isComplaining) onHeldUp(error);
    isComplaining ||= isHeldUp;
    void pause(isHeldUp ? PACE.laterMs : PACE.againMs).then(() => add({ ...task, tries }));
  };
  const work = async () => {
    // After closing, nothing waits.
    for (let [task] = waiting; task !== undefined; [task] = waiting) {
      const present = task;
      waiting = waiting.slice(1);
      await present.run().then(
        () => {
          isComplaining = false;
        },
        (error: unknown) => again(present, error),
      );
      await pause(PACE.betweenMs);
    }
    isWorking = false;
  };
  const add = (task: Task) => {
    if (isClosed) return;
    keep(task);
    if (isWorking) return;
    isWorking = true;
    void work();
  };
  return {
    add: (at, run) => add({ at, run, tries: 0 }),
    close: () => {
      isClosed = true;
      waiting = [];
    },
  };
}
