import { createBucket, type Rate, type TokenBucket } from './tokenBucket.ts';

/** How often something is repeated. Times in ms. */
export interface RepeatRule {
  /** The same is repeated after this time at the earliest. */
  readonly sameAgainMs: number;
  /** What differs passes at this rate. */
  readonly rate: Rate;
}

/** Kinds of things that are remembered of one sender; of more the oldest is repeated. */
const MAX_REMEMBERED = 20;
/** Senders that are remembered; of more the one that came first is new again. */
const MAX_SENDERS = 20_000;

interface Sender {
  readonly lastByKind: Map<string, number>;
  readonly allowance: TokenBucket;
  held: number;
}

/** Returns how many were held back since the last one, when one more may pass; null when it is held back too. `at` in ms since epoch. */
export interface RepeatLimit {
  (sender: string, kind: string, at: number): number | null;
  /** Makes all of a sender's new again. */
  readonly forget: (sender: string) => void;
}

/** Creates a limit per sender: the same once in a while, and what differs at a rate. A clock that was set back silences nobody. */
export function createRepeatLimit({ sameAgainMs, rate }: RepeatRule): RepeatLimit {
  const senders = new Map<string, Sender>();
  const pass = (name: string, kind: string, at: number) => {
    const sender: Sender = senders.get(name) ?? { lastByKind: new Map(), allowance: createBucket(rate, at), held: 0 };
    senders.set(name, sender);
    const [first] = senders.keys();
    if (senders.size > MAX_SENDERS && first !== undefined) senders.delete(first);
    const sinceSame = at - (sender.lastByKind.get(kind) ?? Number.NEGATIVE_INFINITY);
    if ((sinceSame >= 0 && sinceSame < sameAgainMs) || sender.allowance.tryTake(at) > 0) {
      sender.held += 1;
      return null;
    }
    const { held } = sender;
    sender.lastByKind.delete(kind);
    sender.lastByKind.set(kind, at);
    const [oldest] = sender.lastByKind.keys();
    if (sender.lastByKind.size > MAX_REMEMBERED && oldest !== undefined) sender.lastByKind.delete(oldest);
    sender.held = 0;
    return held;
  };
  return Object.assign(pass, { forget: (name: string) => void senders.delete(name) });
}
