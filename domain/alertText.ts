const SOMETHING = 'Something went wrong';

/** Statuses whose error text is shown without the kind before the first colon-and-space. */
const WITHOUT_KIND: ReadonlySet<number> = new Set([400, 404, 409]);

/**
 * What people read of a failed call; null when nothing is shown (no response). `status` is 0 without a response, `message` the
 * body's `error` text or ''. Source: RULE-106..112, GAP-52..54.
 */
export function alertText(failure: { readonly status: number; readonly message: string }): string | null {
  const { status, message } = failure;
  if (status === 0) return null;
  if (message === '') return SOMETHING;
  const at = WITHOUT_KIND.has(status) ? message.indexOf(': ') : -1;
  return at === -1 ? message : message.slice(at + 2);
}

/** What people read where no response came to what changes something: nobody knows whether it did. Source: ALERT1. */
export const noAnswerText = (what = 'The change may be saved'): string => `No answer came. ${what} all the same.`;
