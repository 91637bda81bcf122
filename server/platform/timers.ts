/** `SetTimer` and `SetInterval`, which make timers an argument, and a function that limits the time of a promise. */

/** Runs a function after a number of ms; returns the cancel function. */
export type SetTimer = (ms: number, run: () => void) => () => void;

/** A timer of this process, which does not keep the process running. */
export const afterTimer: SetTimer = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Calls a function at an interval in ms; returns the stop function. */
export type SetInterval = SetTimer;

/** An interval of this process. */
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
