/** `SetTimer` and `SetInterval`, which make timers an argument, and a function that limits the time of a promise. */

/** A function that runs another one after a number of ms, and returns the cancel function. */
export type SetTimer = (ms: number, run: () => void) => () => void;

/** Starts a timer of this process, which does not keep the process running. */
export const afterTimer: SetTimer = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** A function that calls another one at an interval in ms, and returns the stop function. */
export type SetInterval = SetTimer;

/** Starts an interval of this process. */
export const everyTimer: SetInterval = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};

/** Resolves with null if the promise takes longer than this, in ms. */
export function withTimeout<T>(answer: Promise<T>, ms: number, after: SetTimer): Promise<T | null> {
  let cancel: () => void = () => undefined;
  const late = new Promise<null>((resolve) => {
    cancel = after(ms, () => resolve(null));
  });
  return Promise.race([answer, late]).finally(() => cancel());
}
