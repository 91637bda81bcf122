import { callNamed } from '#contract/call';
import { commands } from '#domain/commands/commandRows';
import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';

type Subscription = Extract<Intent, { readonly kind: 'query.subscribed' | 'query.unsubscribed' }>;

/**
 * A gate that passes on the intents of the views while the console is live. While it shows the past, the subscriptions of the live session are unchanged, and
 * views that mount or unmount cause no request. Of the actions that were started live, e.g. one whose confirmation is open, only a stop passes; any other
 * change is not sent, which an alert reports.
 */
export interface IntentGate {
  readonly sendIntent: (intent: Intent) => void;
  /** Shows the alert that an action is not sent, because a past moment is shown. */
  readonly refuse: () => void;
  /** Closes the gate; call it before the views leave the live session. */
  readonly close: () => void;
  /** Holds the intents that the views send until `open`; call it when they are back in the live session, before their effects. */
  readonly hold: () => void;
  /**
   * Opens the gate; call it when the views are back. It subscribes to the queries that they show now, unsubscribes from the others, and sends the
   * held intents.
   */
  readonly open: () => void;
}

/** The alert for an action that was started live and is not sent. */
const NOT_SENT: Intent = { kind: 'alert.raised', tone: 'warning', text: 'Not sent: you are looking at the past' };

const keyOfSubscription = ({ request, everyMs }: Subscription) => `${keyOf(request)} ${String(everyMs)}`;
const isSubscription = (intent: Intent): intent is Subscription =>
  intent.kind === 'query.subscribed' || intent.kind === 'query.unsubscribed';

const isStop = (intent: Intent): boolean => intent.kind === 'command.requested' && commands[intent.command].isDanger;

/** Returns the intent to send in place of an intent while the past is shown; null if nothing is sent. */
function inPast(intent: Intent): Intent | null {
  if (intent.kind === 'route.entered' || intent.kind === 'input.rejected') return null;
  const isRead = intent.kind === 'query.requested' && callNamed(intent.request.call)?.hasSideEffects !== true;
  if (isRead) return null;
  const isChange = intent.kind === 'query.requested' || intent.kind === 'command.requested';
  return isChange && !isStop(intent) ? NOT_SENT : intent;
}

/** Creates a gate in front of `send`; it is open at first. */
export function createIntentGate(sendIntent: (intent: Intent) => void): IntentGate {
  // Net number of subscriptions per key since the gate was closed, and one intent of each key.
  let balance: Map<string, { readonly intent: Subscription; count: number }> | null = null;
  let held: Intent[] | null = null;
  const note = (intent: Subscription) => {
    const key = keyOfSubscription(intent);
    const entry = balance?.get(key) ?? { intent, count: 0 };
    entry.count += intent.kind === 'query.subscribed' ? 1 : -1;
    balance?.set(key, entry);
  };
  const sendInPast = (intent: Intent) => {
    const sent = inPast(intent);
    if (sent !== null) sendIntent(sent);
  };
  return {
    sendIntent: (intent) => {
      if (balance === null) sendIntent(intent);
      else if (isSubscription(intent)) note(intent);
      else if (held === null || isStop(intent)) sendInPast(intent);
      else held.push(intent);
    },
    refuse: () => sendIntent(NOT_SENT),
    close: () => {
      balance ??= new Map();
      held?.forEach(sendInPast);
      held = null;
    },
    hold: () => {
      if (balance !== null) held ??= [];
    },
    open: () => {
      // Nothing is held if a past moment was opened after the views returned.
      if (held === null) return;
      const changes = [...(balance ?? new Map<string, never>()).values()];
      const others = held;
      balance = null;
      held = null;
      for (const { intent, count } of changes) {
        const kind = count > 0 ? 'query.subscribed' : 'query.unsubscribed';
        for (let left = Math.abs(count); left > 0; left -= 1) sendIntent({ ...intent, kind });
      }
      others.forEach(sendIntent);
    },
  };
}
