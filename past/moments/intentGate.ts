import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';

type Subscription = Extract<Intent, { readonly kind: 'query.subscribed' | 'query.unsubscribed' }>;

/**
 * Passes on the intents of the views while the console is live, and drops them while it shows the past. The subscriptions of the live session are then
 * unchanged, and views that mount or unmount cause no request.
 */
export interface IntentGate {
  readonly sendIntent: (intent: Intent) => void;
  /** Closes the gate; call it before the views leave the live session. */
  readonly close: () => void;
  /** Opens the gate; call it when the views are back. It subscribes to the queries that they show now and unsubscribes from the others. */
  readonly open: () => void;
}

const keyOfSubscription = ({ request, everyMs }: Subscription) => `${keyOf(request)} ${String(everyMs)}`;
const isSubscription = (intent: Intent): intent is Subscription =>
  intent.kind === 'query.subscribed' || intent.kind === 'query.unsubscribed';

/** Creates a gate in front of `send`; it is open at first. */
export function createIntentGate(sendIntent: (intent: Intent) => void): IntentGate {
  // Net number of subscriptions per key since the gate was closed, and one intent of each key.
  let balance: Map<string, { readonly intent: Subscription; count: number }> | null = null;
  const note = (intent: Subscription) => {
    const key = keyOfSubscription(intent);
    const entry = balance?.get(key) ?? { intent, count: 0 };
    entry.count += intent.kind === 'query.subscribed' ? 1 : -1;
    balance?.set(key, entry);
  };
  return {
    sendIntent: (intent) => {
      if (balance === null) sendIntent(intent);
      else if (isSubscription(intent)) note(intent);
    },
    close: () => {
      balance ??= new Map();
    },
    open: () => {
      const changes = [...(balance ?? new Map<string, never>()).values()];
      balance = null;
      for (const { intent, count } of changes) {
        const kind = count > 0 ? 'query.subscribed' : 'query.unsubscribed';
        for (let left = Math.abs(count); left > 0; left -= 1) sendIntent({ ...intent, kind });
      }
    },
  };
}
