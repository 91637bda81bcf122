/** Converts a push message to a browser notification and its target page, and returns the options to renew a subscription that ended. */

/** The options of a browser notification. */
export interface ShownNotice {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    readonly renotify: boolean;
    readonly silent: boolean;
    readonly timestamp: number;
    readonly data: { readonly url: string };
  };
}

const HOME = '/';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the value if it is a path of the console; otherwise the path of the home page. */
const pathOf = (value: unknown): string => (/^\/(?![/\\])/.test(textOf(value)) ? textOf(value) : HOME);

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

/**
 * Returns the notification for a push message. A browser requires a notification for each message, so an unreadable message results in a general text. A silent
 * notification replaces an earlier one with the same tag without another alert.
 */
export function shownNotice(text: string, now: number): ShownNotice {
  const { title, body, tag, url, silent, at } = read(text);
  const isSilent = silent === true;
  return {
    title: textOf(title) === '' ? 'Something needs you' : textOf(title),
    options: {
      body: textOf(body),
      tag: textOf(tag) === '' ? 'notice' : textOf(tag),
      renotify: !isSilent,
      silent: isSilent,
      timestamp: typeof at === 'number' && Number.isFinite(at) ? at : now,
      data: { url: pathOf(url) },
    },
  };
}

/** Returns the page that a notification opens. */
export const pageOf = (data: unknown): string => pathOf(isRecord(data) ? data['url'] : undefined);

/** A change of the subscription at the push service, as browsers report it to the worker. Some browsers report neither the former nor the new subscription. */
export interface SubscriptionChange {
  readonly oldSubscription?: { readonly options: object } | null;
  readonly newSubscription?: object | null;
}

/**
 * Returns the options with which the worker subscribes again; null if this is not necessary, or not possible because the server's key is unknown. Source:
 * PUSH15.
 */
export const optionsToRenew = ({ oldSubscription, newSubscription }: SubscriptionChange): object | null =>
  newSubscription ? null : (oldSubscription?.options ?? null);
