/** `MfaStep`, the state of the set-up of a second factor, and `MfaDraft`; whether a draft is complete (six digits). */

import { authenticatorNameProblem, isWholeCode } from '#domain/people/secondFactor';
import type { MfaKey } from '#widgets/MfaKeyView';

/**
 * The state of the enrolment of a second factor. `error` is the server's message; `isReplaced` means that the key differs from the one before
 * Retry; 'unsure' that the second factor may be set up, because the answer did not come or could not be read.
 */
export type MfaStep =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'open' | 'confirming'; readonly isReplaced?: boolean } & MfaKey)
  | { readonly kind: 'done' }
  | { readonly kind: 'unsure' }
  | { readonly kind: 'failed'; readonly error: string };

/** The entered device name and code. */
export interface MfaDraft {
  readonly deviceName: string;
  readonly code: string;
}

/** Returns whether a draft can be sent, i.e. has a device name and exactly six digits. Source: GAP-38. */
export const isComplete = ({ deviceName, code }: MfaDraft) =>
  deviceName.trim() !== '' && authenticatorNameProblem(deviceName) === undefined && isWholeCode(code);
