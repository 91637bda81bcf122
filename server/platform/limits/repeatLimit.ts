/** Limits how often equal messages of a sender are repeated, and counts the messages held back. */

import { createBucket, type Rate, type TokenBucket } from './tokenBucket.ts';

/** Limits on repetition. Times in ms. */
export interface RepeatRule {
  /** Minimum time between equal messages. */
  readonly sameAgainMs: number;
  /** The rate of different messages. */
  readonly rate: Rate;
}

/** Maximum number of remembered kinds per sender; beyond it, the oldest is forgotten. */
const MAX_REMEMBERED = 20;
/** Maximum number of remembered senders; beyond it, the first one is forgotten. */
const MAX_SENDERS = 20_000;

interface Sender {
  readonly lastByKind: Map<string, number>;
  readonly allowance: TokenBucket;
  held: number;
}

/**
 * A limit on repetition: returns the number of messages held back since the last one if this one may pass; null if it is held back too. `at` in ms since epoch.
 */
export interface RepeatLimit {
  (sender: string, kind: string, at: number): number | null;
  /** Forgets all messages of a sender. */
  readonly forget: (sender: string) => void;
}

/**
 * Creates a limit per sender: equal messages at most once per `sameAgainMs`, different ones at a rate. A clock that was set back does not suppress messages.
 */
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
