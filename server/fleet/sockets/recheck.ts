/** Pause between two rounds over all sockets, in ms: an end or a lost group reaches an open socket within 5 s. */
const EVERY_MS = 3_000;

/** Verifies the tokens of all sockets again and again, one after the other, so that they take one connection of the database. Returns the stop function. */
export function keepRechecking(sessions: () => Iterable<{ readonly recheck: () => Promise<void> }>, everyMs = EVERY_MS): () => void {
  const state: { isOver: boolean; timer: NodeJS.Timeout | undefined } = { isOver: false, timer: undefined };
  const round = async () => {
    for (const session of sessions()) if (!state.isOver) await session.recheck();
    begin();
  };
  const begin = () => {
    if (!state.isOver) state.timer = setTimeout(() => void round(), everyMs);
  };
  begin();
  return () => {
    state.isOver = true;
    clearTimeout(state.timer);
  };
}
