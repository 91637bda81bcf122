/** Rules of a new password: its minimum and maximum length, and the reason for a refusal. */

/** Minimum and maximum password length, in characters. */
export const PASSWORD_LENGTH = { least: 12, most: 200 } as const;

/** Maximum length of a text that a form accepts as a password, in UTF-16 units: the check counts characters, each of which may take several units. */
export const PASSWORD_UNITS = 4 * PASSWORD_LENGTH.most;

/** A new password as typed, twice. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

/** Returns the problem of a new password; null when it is accepted. Length is the only measure of strength. `email` is the account's address. */
export function passwordProblem({ password, again }: NewPassword, email: string): string | null {
  const { length } = Array.from(password);
  if (length < PASSWORD_LENGTH.least) return `The password needs at least ${PASSWORD_LENGTH.least} characters.`;
  if (length > PASSWORD_LENGTH.most) return `The password can have at most ${PASSWORD_LENGTH.most} characters.`;
  if (password.trim().toLowerCase() === email) return 'The password cannot be your email address.';
  return password === again ? null : 'The two passwords differ.';
}
