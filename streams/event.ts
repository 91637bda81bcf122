/**
 * The kinds of log events with their fields (`EventPayload`, `FleetEvent`), `RequestFailure`, the key of a request (`keyOf`) and its parameters
 * (`parametersIn`).
 */

import type { Profile } from '#contract/identity';
import type { DataFrame } from '#contract/fleet/socket';
import type { ReportedState } from '#contract/fleet/reportedState';
import type { CommandName } from '#domain/commands/commandRows';
import type { PastRow } from '#domain/history/pastLists';

/** The reason why a request failed. `status` is the HTTP status, 0 if there was no response; `message` is the body's `error` text or ''. */
export interface RequestFailure {
  readonly status: number;
  readonly message: string;
}

/** A call with its parameters and query. Two requests with the same key share one poll. */
export interface RequestSpec {
  /** Name of the call, for example `"GET machine/{serial}/raw_state"`. */
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
}

/** The request of one view. `slot`, starting at 2, distinguishes equal requests of several views, since each has its own outcome. */
export interface ViewRequest extends RequestSpec {
  readonly slot?: number | undefined;
}

/** An event that replaces others in a log: its position is before the event with that number, its instant is in ms since epoch. */
export interface InsteadEvent {
  readonly before: number;
  readonly at: number;
  /** An `EventPayload`. */
  readonly event: unknown;
}

/**
 * The difference between the log of a past span, which holds each report at its own time, and the knowledge at its instants: events with the numbers `without`
 * were not known, and those in `instead` were. `late` lists the late reports of devices, each with its own time and the time of its arrival, in ms since epoch.
 */
export interface HistoryKnown {
  readonly late: readonly { readonly serial: string; readonly reports: readonly (readonly [number, number])[] }[];
  readonly without: readonly number[];
  readonly instead: readonly InsteadEvent[];
}

/** The source of the events of the server's history; each block of the history is a log of its own. */
export const HISTORY_SOURCE = 'history';

/** The fields that the log adds to an event: `seq` counts without gaps within one log; `at` is in ms since epoch, from the one clock, and never decreases. */
export interface Stamp {
  readonly seq: number;
  readonly at: number;
  /** The origin of the event: the name of a call, `socket`, `user`, `session`, `log`, or `history`. */
  readonly source: string;
}

/** An event before the log adds `seq`, `at` and `source`. Its name is subject, dot, past tense; its data is plain and serialisable. */
export type EventPayload =
  // Device events, which are reduced into fleet and device state. A poll and a push with the same content become the same event.
  | { readonly kind: 'device.stateReported'; readonly serial: string; readonly reportedAt: number; readonly state: ReportedState }
  | {
      readonly kind: 'device.dataReported';
      readonly serial: string;
      readonly data_group: DataFrame['data_group'];
      readonly data: DataFrame['data'];
    }
  | { readonly kind: 'device.removed'; readonly serial: string }
  // Responses: stored as received, keyed by call and parameters.
  | { readonly kind: 'request.started'; readonly key: string; readonly call: string }
  // `unread` is the number of unreadable list items and fields, which are omitted; absent if there are none.
  | { readonly kind: 'request.succeeded'; readonly key: string; readonly call: string; readonly answer: unknown; readonly unread?: number }
  | { readonly kind: 'request.unchanged'; readonly key: string; readonly call: string; readonly unread?: number }
  // Progress of a file: the number of received bytes, and the total number if it is known.
  | {
      readonly kind: 'request.progressed';
      readonly key: string;
      readonly call: string;
      readonly bytes: number;
      readonly total: number | null;
    }
  // The user cancelled the request before it settled.
  | { readonly kind: 'request.cancelled'; readonly key: string; readonly call: string }
  // Failures.
  | { readonly kind: 'request.failed'; readonly key: string; readonly call: string; readonly failure: RequestFailure }
  | { readonly kind: 'socket.opened' }
  | { readonly kind: 'socket.closed'; readonly code: number; readonly retryInMs: number }
  | { readonly kind: 'frame.rejected'; readonly reason: string; readonly text: string }
  | { readonly kind: 'session.opened'; readonly profile: Profile }
  | { readonly kind: 'session.renewed'; readonly profile: Profile; readonly expiresAt: number }
  | { readonly kind: 'session.rejected'; readonly message: string }
  | { readonly kind: 'session.closed' }
  // Rows of a list in the server's history: with `since`, in ms since epoch, all rows from then on; otherwise the new or changed rows.
  | { readonly kind: 'history.listed'; readonly list: string; readonly since?: number; readonly rows: readonly PastRow[] }
  // Facts that the server did not know at the instants of a past span, because devices sent them later; the first event of the block. See
  // `HistoryKnown`.
  | ({ readonly kind: 'history.known' } & HistoryKnown)
  | { readonly kind: 'log.gap'; readonly lost: number; readonly reason: string }
  | { readonly kind: 'clock.offsetMeasured'; readonly offsetMs: number }
  // Intents of users, and the ticks of the clock.
  | { readonly kind: 'query.subscribed'; readonly key: string; readonly request: RequestSpec; readonly everyMs: number | null }
  | { readonly kind: 'query.unsubscribed'; readonly key: string }
  // A command of this console; `commandId` is the request id, by which the server also identifies the command. Exactly one of `sent` and `rejected` follows.
  | {
      readonly kind: 'command.requested';
      readonly commandId: string;
      readonly command: CommandName;
      readonly request: RequestSpec;
      readonly serial: string;
      readonly deviceName: string;
    }
  | { readonly kind: 'command.sent'; readonly commandId: string }
  | { readonly kind: 'command.rejected'; readonly commandId: string; readonly failure: RequestFailure }
  // A stop over the socket: `received` by the server, then its outcome with the status and text that the call would have returned.
  | { readonly kind: 'stop.received'; readonly commandId: string }
  | {
      readonly kind: 'stop.answered';
      readonly commandId: string;
      readonly status: number;
      readonly isDone: boolean;
      readonly message: string;
    }
  // The user closed the notice of a failed stop. Until then the notice is shown, even after a page reload, when it is restored from storage.
  | { readonly kind: 'stop.dismissed'; readonly commandId: string }
  | {
      readonly kind: 'stop.remembered';
      readonly commandId: string;
      readonly serial: string;
      readonly deviceName: string;
      readonly failure: RequestFailure;
      readonly failedAt: number;
    }
  // `search` is the query of the URL, in which screens keep their filters and selection; absent if there is none.
  | { readonly kind: 'route.entered'; readonly path: string; readonly search?: string }
  | { readonly kind: 'page.hidden' }
  | { readonly kind: 'page.shown' }
  // The browser's network connection, not that of a device.
  | { readonly kind: 'page.offline' }
  | { readonly kind: 'page.online' }
  // An input was not applied and the form shows no reason; the event omits the value.
  | { readonly kind: 'input.rejected'; readonly field: string; readonly reason: string }
  | { readonly kind: 'alert.raised'; readonly tone: 'warning' | 'success'; readonly text: string }
  | { readonly kind: 'clock.ticked' };

/** One entry of the log. */
export type FleetEvent = EventPayload & Stamp;
/** The kinds of events. */
export type EventKind = FleetEvent['kind'];
/** One kind of event. */
export type EventOf<Kind extends EventKind> = Extract<FleetEvent, { kind: Kind }>;

const encoded = (value: string): string => value.replaceAll('%', '%25').replaceAll('&', '%26');

/**
 * Returns the key of a request: the call's name, then its sorted parameters and query. Example: `"GET metrics"`, `"GET device/{serial}?serial=LF-01"`. Values
 * may contain any text, so `&` is encoded in them: different requests never have the same key.
 */
export function keyOf({ call, params, query, slot }: ViewRequest): string {
  const parameters = Object.entries({ ...params, ...query }).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = parameters.map(([name, value]) => `${name}=${encoded(String(value))}`);
  if (slot !== undefined) parts.push(`#${slot}`);
  return parts.length === 0 ? call : `${call}?${parts.join('&')}`;
}

/** Returns the parameters in the key of a request, as they were passed to `keyOf`. */
export function parametersIn(key: string): readonly (readonly [name: string, value: string])[] {
  const [, query = ''] = key.split(/\?(.*)/s);
  return query.split('&').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0
      ? []
      : [
          [
            part.slice(0, at),
            part
              .slice(at + 1)
              .replaceAll('%26', '&')
              .replaceAll('%25', '%'),
          ] as const,
        ];
  });
}
