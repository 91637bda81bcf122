/** The slice of responses by query key, each with its failure; up to 300 are kept without a view. Selectors `selectAnswer` and `selectEntry`. */

import type { AnswerOf, Call } from '#contract/call';
import { z } from '#contract/schema';
import { withChange, type PastListName, type PastRows } from '#domain/history/pastLists';
import { keyOf, type EventOf, type RequestFailure, type FleetEvent } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { exceptStateReports } from './events.ts';
import { matchesSchema } from './matchesSchema.ts';

/** State of one query. A failure is stored next to the last good response and does not replace it. Instants are in ms since epoch. */
export interface AnswerEntry {
  readonly answer: unknown;
  /** Instant at which this response was first received; `confirmedAt` is the instant at which the newest equal one was received. */
  readonly answeredAt: number | undefined;
  readonly confirmedAt: number | undefined;
  readonly requestedAt: number | undefined;
  readonly isPending: boolean;
  /** True if the person cancelled the newest request. */
  readonly isCancelled?: boolean | undefined;
  /** Number of bytes of a file that have arrived; `total` is null if the length is unknown. */
  readonly progress?: { readonly bytes: number; readonly total: number | null } | undefined;
  /** Failure of the newest request; undefined after a success. */
  readonly failure: RequestFailure | undefined;
  readonly failedAt: number | undefined;
  /** Number of subscribed views. */
  readonly openCount: number;
}

/** Returns whether a response arrived after the past moment that shows it. */
export const isLater = ({ answeredAt, confirmedAt }: AnswerEntry): boolean =>
  answeredAt !== undefined && confirmedAt !== undefined && answeredAt > confirmedAt;

/** Answers by query key. */
export type AnswersState = Readonly<Record<string, AnswerEntry>>;

/** Maximum number of responses kept without a subscription, for a fast return to a screen; the least recently requested ones are dropped first. */
export const ANSWERS_KEPT = 300;

/**
 * Maximum number of responses kept without a subscription for one query with different spans of time: a span that ends now has a new key every few minutes, and
 * each response can be megabytes.
 */
export const SPANS_KEPT = 2;

export const initialAnswers: AnswersState = {};

/** The entry of a query without a response. */
export const nothing: AnswerEntry = {
  answer: undefined,
  answeredAt: undefined,
  confirmedAt: undefined,
  requestedAt: undefined,
  isPending: false,
  failure: undefined,
  failedAt: undefined,
  openCount: 0,
};

/** Returns the entry after an event of its query; undefined for other events. */
function changed(entry: AnswerEntry, event: FleetEvent): AnswerEntry | undefined {
  const { at } = event;
  const over = { isPending: false, progress: undefined, isCancelled: undefined };
  const good = { ...over, confirmedAt: at, failure: undefined, failedAt: undefined };
  if (event.kind === 'request.started') return { ...entry, requestedAt: at, isPending: true, progress: undefined, isCancelled: undefined };
  if (event.kind === 'request.progressed') return { ...entry, progress: { bytes: event.bytes, total: event.total } };
  if (event.kind === 'request.cancelled') return { ...entry, ...over, isCancelled: true, failure: undefined, failedAt: undefined };
  if (event.kind === 'request.succeeded') return { ...entry, ...good, answer: event.answer, answeredAt: at };
  if (event.kind === 'request.unchanged') return { ...entry, ...good };
  if (event.kind === 'request.failed') return { ...entry, ...over, failure: event.failure, failedAt: at };
  if (event.kind === 'query.subscribed') return { ...entry, openCount: entry.openCount + 1 };
  if (event.kind === 'query.unsubscribed') return { ...entry, openCount: Math.max(0, entry.openCount - 1) };
  return undefined;
}

/** Returns the key of a list of the server's history. */
const listKey = (list: string): string => `history ${list}`;

const pastRows = z.object({
  since: z.number(),
  rows: z.array(z.object({ id: z.string(), serial: z.string(), at: z.number(), row: z.unknown() })),
});

const rowsOf = (entry: AnswerEntry | undefined): PastRows | undefined =>
  entry?.answer !== undefined && matchesSchema(pastRows, entry.answer) ? entry.answer : undefined;

/** Returns the entry of a list of the history after an event with some of its rows; undefined if the list has not started. */
function listed(entry: AnswerEntry | undefined, { at, ...change }: EventOf<'history.listed'>): AnswerEntry | undefined {
  const answer = withChange(rowsOf(entry), change);
  return answer && { ...nothing, answer, answeredAt: at, confirmedAt: at };
}

// A response without a request comes from the server's history, which limits the number of such responses.
const isDroppable = ({ openCount, requestedAt }: AnswerEntry): boolean => openCount === 0 && requestedAt !== undefined;

function bounded(answers: Record<string, AnswerEntry>): Record<string, AnswerEntry> {
  const keys = Object.keys(answers);
  if (keys.length <= ANSWERS_KEPT) return answers;
  const idle = keys.filter((key) => {
    const entry = answers[key];
    return entry !== undefined && isDroppable(entry);
  });
  const excess = idle.length - ANSWERS_KEPT;
  if (excess <= 0) return answers;
  idle.sort((a, b) => (answers[a]?.requestedAt ?? 0) - (answers[b]?.requestedAt ?? 0));
  const removed = new Set(idle.slice(0, excess));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !removed.has(key)));
}

/** The start and end of a span in a key, under any name. */
const SPAN_ENDS = /\b(?:from|to|start_time|end_time)=[^&]*/g;

/** Limits the responses to a query with a span of time: removes the responses for the spans that were received least recently. */
function withoutOldSpans(answers: Record<string, AnswerEntry>, key: string): Record<string, AnswerEntry> {
  const question = key.replaceAll(SPAN_ENDS, '');
  if (question === key) return answers;
  const idle = Object.entries(answers).filter(([other, { openCount }]) => openCount === 0 && other.replaceAll(SPAN_ENDS, '') === question);
  if (idle.length <= SPANS_KEPT) return answers;
  // A span without a response is sorted last, so that failures do not evict responses.
  idle.sort(([, a], [, b]) => (b.confirmedAt ?? -Infinity) - (a.confirmedAt ?? -Infinity));
  const removed = new Set(idle.slice(SPANS_KEPT).map(([other]) => other));
  return Object.fromEntries(Object.entries(answers).filter(([other]) => !removed.has(other)));
}

// Drops the responses at sign-out, so that the next user does not see them; open subscriptions are kept.
function forgotten(answers: AnswersState): Record<string, AnswerEntry> {
  const wanted = Object.entries(answers).filter(([, entry]) => entry.openCount > 0);
  return Object.fromEntries(wanted.map(([key, { openCount }]) => [key, { ...nothing, openCount }]));
}

/** Returns the entry that an event changes, with its key; undefined if the event changes no entry. */
function changeOf(answers: AnswersState, event: FleetEvent): { readonly key: string; readonly entry: AnswerEntry } | undefined {
  const isListed = event.kind === 'history.listed';
  if (!isListed && !('key' in event)) return undefined;
  const key = isListed ? listKey(event.list) : event.key;
  const entry = isListed ? listed(answers[key], event) : changed(answers[key] ?? nothing, event);
  return entry && { key, entry };
}

/**
 * Folds a batch; the dictionary is copied once per batch. The choice of dropped responses depends only on the events, not on their batches. Immer is not used,
 * since it would traverse every large response.
 */
export function reduceAnswers(answers: AnswersState, events: readonly FleetEvent[]): AnswersState {
  let next: Record<string, AnswerEntry> | undefined;
  for (const event of exceptStateReports(events)) {
    if (event.kind === 'session.closed') next = forgotten(next ?? answers);
    const change = changeOf(next ?? answers, event);
    if (change === undefined) continue;
    next ??= { ...answers };
    next[change.key] = change.entry;
    // Old spans are removed only when a view unsubscribes: a request without a view, such as the request of a file, still waits for its outcome.
    next = bounded(event.kind === 'query.unsubscribed' ? withoutOldSpans(next, change.key) : next);
  }
  return next ?? answers;
}

interface WithAnswers {
  readonly answers: AnswersState;
}

/** Selects the entry of a query. */
export const selectEntry = (s: WithAnswers, key: string): AnswerEntry | undefined => s.answers[key];

/** Selects the index of the first query with a response; -1 if there is none. Only the keys up to that query are built. */
export function selectAnswered({ answers }: WithAnswers, call: Call, keyAt: (index: number) => string, count: number): number {
  // If there is no response to the call at all, no key has to be built.
  if (!Object.entries(answers).some(([key, { answer }]) => answer !== undefined && key.startsWith(call.name))) return -1;
  for (let index = 0; index < count; index += 1) if (answers[keyAt(index)]?.answer !== undefined) return index;
  return -1;
}

/** Selects a list of the server's history at a past moment; undefined if the history does not hold it. */
export const selectPastRows = (s: WithAnswers, list: PastListName): PastRows | undefined => rowsOf(s.answers[listKey(list)]);

/**
 * Selects the newest response of a query, typed by its call; undefined before the first one. The default key is that of the full list of a call without
 * parameters.
 */
export function selectAnswer<C extends Call>(s: WithAnswers, call: C, key: string = keyOf(fullListOf(call))) {
  const answer = s.answers[key]?.answer;
  return answer !== undefined && isAnswer(call, answer) ? answer : undefined;
}

function isAnswer<C extends Call>(call: C, answer: unknown): answer is AnswerOf<C> {
  return matchesSchema(call.answer, answer);
}
