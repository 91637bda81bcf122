const PAUSE_MS = 20;
const LIMIT_MS = 90_000;

/** Waits until a condition holds and returns its value; throws after a timeout. */
export async function until<T>(
  what: string,
  variant: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const found = await variant();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
