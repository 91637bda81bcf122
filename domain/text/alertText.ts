/** The alerts for failed requests, including those without a readable response. */

const SOMETHING = 'Something went wrong';

/** HTTP statuses whose error text is shown without its prefix up to the first `: `. */
const WITHOUT_KIND: ReadonlySet<number> = new Set([400, 404, 409]);

/**
 * Returns the alert for a failed request; null without a response (`status` 0), which shows no alert. `message` is the body's `error` text or ''; if it is
 * blank, or blank after its prefix, the general text is returned. Source: RULE-106..112, GAP-52..54.
 */
export function alertText(failure: { readonly status: number; readonly message: string }): string | null {
  const { status, message } = failure;
  if (status === 0) return null;
  const at = WITHOUT_KIND.has(status) ? message.indexOf(': ') : -1;
  const text = at === -1 ? message : message.slice(at + 2);
  return text.trim() === '' ? SOMETHING : text;
}

/** Returns whether the server accepted a request but sent a response that could not be read. Source: ANY12. */
export const isUnread = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** Returns whether the server may have acted on a request that failed: no response arrived, or it could not be read. Source: ANY12, ALERT1. */
export const mayHaveActed = (failure: { readonly status: number }): boolean => failure.status === 0 || isUnread(failure);

/** Returns the alert for a write request that the server accepted with a response that could not be read. Source: ANY12. */
export const unreadText = (what = 'The change may be saved'): string => `The answer could not be read. ${what} all the same.`;

/** Returns the alert for a write request without a response: the server may have applied it. Source: ALERT1. */
export const noAnswerText = (what = 'The change may be saved'): string => `No answer came. ${what} all the same.`;

/**
 * Returns the alert for a failed write request; `what` states the possible effect if the response did not arrive or could not be read. Source: ANY12, ALERT1.
 */
export const outcomeText = (failure: { readonly status: number; readonly message: string }, what?: string): string =>
  isUnread(failure) ? unreadText(what) : (alertText(failure) ?? noAnswerText(what));
