/**
 * Work that never runs twice at once. Who asks while it runs gets the next run, which begins after the asking, with all others who ask meanwhile:
 * so what was true when it was asked for is seen by it.
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
