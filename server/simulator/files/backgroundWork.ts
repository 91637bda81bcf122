/** Background tasks of all robots, run one at a time, newest first. */

/** A background task of a robot; `at` is the time of its subject, in ms since epoch. */
interface Task {
  readonly at: number;
  /** Rejects if the task must be retried. */
  readonly run: () => Promise<void>;
  readonly tries: number;
}

/**
 * Limits of the background tasks: the pause between two tasks and before a retry, in ms; the number of attempts after which a longer pause follows, and its
 * length, since the broker or the server may be down; and the maximum number of waiting tasks, beyond which the oldest are dropped.
 */
const PACE = { betweenMs: 40, againMs: 5_000, tries: 4, laterMs: 60_000, waiting: 1_000 } as const;

interface WorkParts {
  /** Resolves after a number of ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called for the first task that fails in all of its quick attempts since a task last succeeded. */
  readonly onHeldUp: (error: unknown) => void;
}

/** Background tasks of all robots, run one at a time, newest first. */
export interface BackgroundWork {
  readonly add: (at: number, run: () => Promise<void>) => void;
  readonly close: () => void;
}

/** Creates a task list. Background tasks of a robot do not delay anything that people wait for. */
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
    // After closing, the list is empty, so the loop ends.
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
