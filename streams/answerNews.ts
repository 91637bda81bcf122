import type { Call } from '#contract/call';
import { alertText } from '#domain/alertText';
import type { Attempt } from './ask.ts';
import type { Failure, News } from './event.ts';
import { factRowOf } from './facts.ts';
import type { Presence } from './stamp.ts';

/** One turn of the conversation about a question: asked, answered (or not) at `at` in ms since epoch, or forgotten because the person left. */
export type Turn =
  | { readonly kind: 'asked' }
  | { readonly kind: 'heard'; readonly attempt: Attempt; readonly at: number }
  | { readonly kind: 'forgotten' };

/** What is remembered of the last answer to a question, and the news of the last turn. */
export interface Heard {
  readonly text: string | null;
  /** Of the newest answer of a call that names every device; undefined for every other call. */
  readonly presence?: Presence;
  readonly news: readonly News[];
}

/** Nothing was heard yet. */
export const unheard: Heard = { text: null, news: [] };

type Answered = Extract<Attempt, { ok: true }>;

const serialsIn = (facts: readonly News[]): ReadonlySet<string> =>
  new Set(facts.flatMap((item) => ('serial' in item ? [item.serial] : [])));

function answered(heard: Heard, call: Call, key: string, { answer, facts, text, unread, askedAt }: Answered): Heard {
  const about = { key, call: call.name, ...(unread === 0 ? {} : { unread }) };
  const confirmed: News = { kind: 'call.confirmed', ...about };
  // A secret answer goes to the asking view alone, a file to the downloads or to the view that shows it: the log holds that it came.
  if (call.secret || call.file) return { ...unheard, news: [confirmed] };
  if (heard.text === text) {
    // The same devices, but others may have been known by a push since.
    const { presence } = heard;
    return { text, news: [confirmed], ...(presence === undefined ? {} : { presence: { ...presence, askedAt } }) };
  }
  const row = factRowOf(call);
  const said: News = row.keepsAnswer ? { kind: 'call.answered', ...about, answer } : confirmed;
  return { text, news: [...facts, said], ...(row.complete ? { presence: { serials: serialsIn(facts), askedAt } } : {}) };
}

function refused(call: Call, { failure }: Extract<Attempt, { ok: false }>): readonly News[] {
  return failure.status === 401 && call.access !== 'none' ? [{ kind: 'session.refused', message: failure.message }] : [];
}

// A file that is to be saved and does not come is seen nowhere on the screen.
function told(failure: Failure): readonly News[] {
  const text = failure.status === 401 ? null : alertText(failure);
  return text === null ? [] : [{ kind: 'alert.raised', tone: 'warning', text }];
}

/** What one turn means for the log. An answer equal to the last one is `call.confirmed`, without body and without facts. */
export function hear(heard: Heard, call: Call, key: string, turn: Turn): Heard {
  if (turn.kind === 'forgotten') return unheard;
  if (turn.kind === 'asked') return { ...heard, news: [{ kind: 'call.asked', key, call: call.name }] };
  const { attempt, at } = turn;
  const compared: readonly News[] = attempt.serverAt === null ? [] : [{ kind: 'clock.compared', offsetMs: attempt.serverAt - at }];
  if (attempt.ok) {
    const next = answered(heard, call, key, attempt);
    return { ...next, news: [...compared, ...next.news] };
  }
  const { failure } = attempt;
  const failed: News = { kind: 'call.failed', key, call: call.name, failure };
  return { ...heard, news: [...compared, failed, ...refused(call, attempt), ...(call.file && !call.shown ? told(failure) : [])] };
}
