/** Runs something after so many ms, and returns what cancels it. */
export type After = (ms: number, run: () => void) => () => void;

/** By a timer of this process, which does not keep it from ending. */
export const afterTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};
