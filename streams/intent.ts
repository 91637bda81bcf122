/** The inputs of the streams from views (`Intent`): subscriptions, requests, commands, routes and view state. */

import type { CommandName } from '#domain/commands/commandRows';
import type { RequestSpec, ViewRequest } from './event.ts';

/**
 * All inputs of the streams from views. A subscription keeps a call fresh while it lasts: `everyMs` is the time between a response and the next request, null
 * means a single request. Unsubscribe with the same request and `everyMs`. `query.requested` requests once; its `body` is sent to the server but never enters
 * the log. `query.cancelled` aborts a request in flight. `command.requested` sends a device command at once or not at all. `route.entered` contains the query
 * of the URL as `search`, in which screens keep selection, filters and page. `stop.dismissed` closes the notice of a failed stop.
 */
export type Intent =
  | { readonly kind: 'query.subscribed'; readonly request: RequestSpec; readonly everyMs: number | null }
  | { readonly kind: 'query.unsubscribed'; readonly request: RequestSpec; readonly everyMs: number | null }
  | { readonly kind: 'query.requested'; readonly request: ViewRequest; readonly body?: unknown }
  | { readonly kind: 'query.cancelled'; readonly request: ViewRequest }
  | {
      readonly kind: 'command.requested';
      readonly command: CommandName;
      readonly request: RequestSpec;
      readonly serial: string;
      readonly deviceName: string;
    }
  | { readonly kind: 'stop.dismissed'; readonly commandId: string }
  | { readonly kind: 'route.entered'; readonly path: string; readonly search?: string }
  | { readonly kind: 'input.rejected'; readonly field: string; readonly reason: string }
  | { readonly kind: 'alert.raised'; readonly tone: 'warning' | 'success'; readonly text: string };

/** The intents that cause requests. */
export type QueryIntent = Extract<Intent, { readonly kind: 'query.subscribed' | 'query.unsubscribed' | 'query.requested' }>;
/** The intent to send a device command. */
export type CommandIntent = Extract<Intent, { readonly kind: 'command.requested' }>;

/** Returns whether an intent causes requests. */
export function isQueryIntent(intent: Intent): intent is QueryIntent {
  return intent.kind === 'query.subscribed' || intent.kind === 'query.unsubscribed' || intent.kind === 'query.requested';
}
