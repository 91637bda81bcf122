/** What is known of a device's clock: how far it is ahead of the server's, in ms, and another offset that its reports show since some time. */
export interface DeviceClock {
  readonly aheadMs: number;
  readonly doubt: { readonly aheadMs: number; readonly since: number } | null;
}

/** Offsets that differ less than this, in ms, are one. */
const SAME_MS = 5_000;
/** A smaller offset counts once reports have shown it this long, in ms: until then they may be of the past. */
const DOUBTED_MS = 60_000;

/** Returns the clock after a report; times in ms since epoch, by the device's and by the server's clock. Source: PUSH2. */
export function clockAfter(clock: DeviceClock | undefined, measuredAt: number, receivedAt: number): DeviceClock {
  const aheadMs = measuredAt - receivedAt;
  // A report can only come too late: the largest difference is the clock's.
  if (clock === undefined || aheadMs >= clock.aheadMs - SAME_MS)
    return { aheadMs: Math.max(aheadMs, clock?.aheadMs ?? aheadMs), doubt: null };
  const { doubt } = clock;
  if (doubt === null || Math.abs(doubt.aheadMs - aheadMs) > SAME_MS) return { ...clock, doubt: { aheadMs, since: receivedAt } };
  return receivedAt - doubt.since >= DOUBTED_MS ? { aheadMs, doubt: null } : clock;
}

/** Returns how long after its measurement a report arrived, in ms, whatever the device's clock says. */
export const lateMs = ({ aheadMs }: DeviceClock, measuredAt: number, receivedAt: number): number => receivedAt + aheadMs - measuredAt;
