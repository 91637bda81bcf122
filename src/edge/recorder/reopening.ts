/**
 * Returns a function that opens once and keeps what was opened until it is lost: then the next use opens it again. A browser closes a database for good when
 * a person deletes the data of the site, or another tab deletes it.
 */
export function reopening<Opened>(open: (onLost: () => void) => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null;
  return () => {
    if (opened !== null) return opened;
    const one = open(() => {
      if (opened === one) opened = null;
    });
    opened = one;
    one.catch(() => {
      if (opened === one) opened = null;
    });
    return one;
  };
}
