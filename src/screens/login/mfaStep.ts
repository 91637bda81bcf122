import { typedCode } from '#domain/people/typedAddress';
import { fieldTextProblem } from '#domain/text/fieldText';

/** What an authenticator application needs: the image as a PNG in base64 without `data:`, and the `otpauth:` address where the server gives it. */
export interface MfaKey {
  readonly qrCode: string;
  readonly address?: string | undefined;
}

/** The state of the enrolment of a second factor. `error` is the server's message; `isReplaced`: the key is another one than before Retry. */
export type MfaStep =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'open' | 'confirming'; readonly isReplaced?: boolean } & MfaKey)
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string };

/** The entered device name and code. */
export interface MfaDraft {
  readonly deviceName: string;
  readonly code: string;
}

/** Returns the key of an `otpauth:` address in groups of four; null without one. */
export function keyOf(address: string | undefined): string | null {
  const secret = /^otpauth:[^?]*\?(?:.*&)?secret=([A-Z2-7]+)/i.exec(address ?? '')?.[1];
  return secret?.match(/.{1,4}/g)?.join(' ') ?? null;
}

/** Validates the name of the device as typed, '' included; undefined when valid. Source: NAME1. */
export const deviceNameProblem = (typed: string): string | undefined => fieldTextProblem(typed, { label: 'Device name' });

/** Returns whether a draft can be sent: a device name, and exactly six digits. Source: GAP-38. */
export const isComplete = ({ deviceName, code }: MfaDraft) =>
  deviceName.trim() !== '' && deviceNameProblem(deviceName) === undefined && /^\d{6}$/.test(typedCode(code));
