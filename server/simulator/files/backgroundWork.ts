/** Work of a robot in the background; `at` in ms since epoch says what it is about. */
interface Task {
  readonly at: number;
  /** Rejects where it is to be tried again. */
  readonly run: () => Promise<void>;
  readonly tries: number;
}

/**
 * Time between two tasks and before one is tried again, in ms; after how many tries it waits longer, and for how long: until the broker or the server is back.
 * Tasks that wait, of which the oldest are dropped.
 */
const PACE = { betweenMs: 40, againMs: 5_000, tries: 4, laterMs: 60_000, waiting: 1_000 } as const;

interface WorkParts {
  /** Resolves after so many ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called for the first task that fails at all of its quick tries since one was done. */
  readonly onHeldUp: (error: unknown) => void;
}

/** Tasks of all robots, one at a time, what is newest first. */
export interface BackgroundWork {
  readonly add: (at: number, run: () => Promise<void>) => void;
  readonly close: () => void;
}

/** Creates a list of work. A robot that works in the background takes nothing from what people wait for. */
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
    // Closed, nothing waits.
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
