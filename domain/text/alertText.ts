/** The alert text of a failed request; "No answer came." */

const SOMETHING = 'Something went wrong';

/** HTTP statuses whose error text is shown without its prefix up to the first `: `. */
const WITHOUT_KIND: ReadonlySet<number> = new Set([400, 404, 409]);

/**
 * Returns the alert for a failed request; null without a response (`status` 0), which shows no alert. `message` is the body's `error`
 * text or ''. Source: RULE-106..112, GAP-52..54.
 */
export function alertText(failure: { readonly status: number; readonly message: string }): string | null {
  const { status, message } = failure;
  if (status === 0) return null;
  if (message === '') return SOMETHING;
  const at = WITHOUT_KIND.has(status) ? message.indexOf(': ') : -1;
  return at === -1 ? message : message.slice(at + 2);
}

/** Returns the alert for a write request without a response: the server may have applied it. Source: ALERT1. */
export const noAnswerText = (what = 'The change may be saved'): string => `No answer came. ${what} all the same.`;
