/** A push message as a notification of the browser, the page to which it leads, and how a subscription that ended is renewed. */

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

/** A path of the console; any other value leads to the home page. */
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
 * Returns the notification of a push message. A browser requires one for each message: for an unreadable message, it says that there is something to look at. A
 * silent notice replaces the one with the same tag.
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

/** Returns the page to which a notification leads. */
export const pageOf = (data: unknown): string => pathOf(isRecord(data) ? data['url'] : undefined);

/** A change of the subscription at the push service, as browsers report it to the worker. Some name neither the former nor the new subscription. */
export interface SubscriptionChange {
  readonly oldSubscription?: { readonly options: object } | null;
  readonly newSubscription?: object | null;
}

/** Returns the options with which the worker subscribes again; null if it need not, or cannot because it does not know the server's key. Source: PUSH15. */
export const optionsToRenew = ({ oldSubscription, newSubscription }: SubscriptionChange): object | null =>
  newSubscription ? null : (oldSubscription?.options ?? null);
