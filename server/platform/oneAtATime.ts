/**
 * Wraps work so that at most one run is active. Calls during a run share the next run, which starts after the current one: every caller gets a run
 * that started after its call.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = () => {
    const own = work().finally(() => {
      running = null;
    });
    running = own;
    return own;
  };
  return () => {
    if (running === null) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}
