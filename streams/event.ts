import type { Profile } from '#contract/identity';
import type { DataFrame } from '#contract/socket';
import type { ReportedState } from '#contract/state';
import type { CommandName } from '#domain/commands';

/** Why a call gave no answer. `status` is the HTTP status, 0 without a response; `message` is the body's `error` text or ''. */
export interface Failure {
  readonly status: number;
  readonly message: string;
}

/** What one question is about: a call with its parameters and query. Two questions with the same key make one poll. */
export interface Question {
  /** Name of the call, for example `"GET machine/{serial}/raw_state"`. */
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
}

/** Stamped by the log: `seq` counts without gaps within one log, `at` is ms since epoch from the one clock and never decreases. */
export interface Stamp {
  readonly seq: number;
  readonly at: number;
  /** The call's name, `socket`, `user`, `session`, or `log`. */
  readonly source: string;
}

/** What happened, before the log stamps it. Subject, dot, past tense; plain serialisable data. */
export type News =
  // Facts: reduced into fleet and device state. Poll and push of one thing are the same fact.
  | { readonly kind: 'device.stateReported'; readonly serial: string; readonly reportedAt: number; readonly state: ReportedState }
  | {
      readonly kind: 'device.dataReported';
      readonly serial: string;
      readonly data_group: DataFrame['data_group'];
      readonly data: DataFrame['data'];
    }
  | { readonly kind: 'device.vanished'; readonly serial: string }
  // Answers: kept as said, keyed by call and parameters.
  | { readonly kind: 'call.asked'; readonly key: string; readonly call: string }
  // `unread` items of lists could not be read and are left out; absent for none.
  | { readonly kind: 'call.answered'; readonly key: string; readonly call: string; readonly answer: unknown; readonly unread?: number }
  | { readonly kind: 'call.confirmed'; readonly key: string; readonly call: string; readonly unread?: number }
  // Bad news.
  | { readonly kind: 'call.failed'; readonly key: string; readonly call: string; readonly failure: Failure }
  | { readonly kind: 'link.opened' }
  | { readonly kind: 'link.lost'; readonly code: number; readonly retryInMs: number }
  | { readonly kind: 'frame.refused'; readonly reason: string; readonly text: string }
  | { readonly kind: 'session.opened'; readonly profile: Profile }
  | { readonly kind: 'session.renewed'; readonly profile: Profile; readonly expiresAt: number }
  | { readonly kind: 'session.refused'; readonly message: string }
  | { readonly kind: 'session.closed' }
  | { readonly kind: 'log.gap'; readonly lost: number; readonly reason: string }
  | { readonly kind: 'clock.compared'; readonly offsetMs: number }
  // Wishes of people, and the passing of time.
  | { readonly kind: 'interest.opened'; readonly key: string; readonly question: Question; readonly everyMs: number | null }
  | { readonly kind: 'interest.closed'; readonly key: string }
  // A command of this console; `commandId` is the request id the server knows it by. Exactly one of sent and refused follows.
  | {
      readonly kind: 'command.given';
      readonly commandId: string;
      readonly command: CommandName;
      readonly question: Question;
      readonly serial: string;
      readonly deviceName: string;
    }
  | { readonly kind: 'command.sent'; readonly commandId: string }
  | { readonly kind: 'command.refused'; readonly commandId: string; readonly failure: Failure }
  | { readonly kind: 'route.entered'; readonly path: string }
  | { readonly kind: 'page.hidden' }
  | { readonly kind: 'page.shown' }
  // The browser's network connection, not a device's.
  | { readonly kind: 'page.offline' }
  | { readonly kind: 'page.online' }
  // What was typed was not taken over, where the form says nothing about it; without the value.
  | { readonly kind: 'input.rejected'; readonly field: string; readonly reason: string }
  | { readonly kind: 'alert.raised'; readonly tone: 'warning' | 'success'; readonly text: string }
  | { readonly kind: 'clock.ticked' };

/** One entry of the log. */
export type FleetEvent = News & Stamp;
/** The kinds of events. */
export type EventKind = FleetEvent['kind'];
/** One kind of event, whole. */
export type EventOf<Kind extends EventKind> = Extract<FleetEvent, { kind: Kind }>;

/** The key of a question: the call's name, then its sorted parameters and query. Example: `"GET metrics"`, `"GET device/{serial}?serial=LF-01"`. */
export function keyOf(question: Question): string {
  const said = Object.entries({ ...question.params, ...question.query }).sort(([a], [b]) => (a < b ? -1 : 1));
  return said.length === 0 ? question.call : `${question.call}?${said.map(([name, value]) => `${name}=${String(value)}`).join('&')}`;
}
