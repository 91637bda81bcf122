/** Title case of wire words and user types. */

import { MISSING } from './numbers.ts';

const USER_TYPE = 'user_type:';

/** Converts a wire word to title case: `license_support_engineer` becomes `License Support Engineer`. Source: TYPE1. */
export function toTitleCase(word: string): string {
  return word
    .split('_')
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join(' ');
}

/** Returns the user type of the first `user_type:*` group in title case; `-` if there is none. Source: PROF-005, ROLE-001. */
export function userTypeText(groups: readonly string[]): string {
  const name = groups.find((group) => group.startsWith(USER_TYPE))?.slice(USER_TYPE.length) ?? '';
  return name === '' ? MISSING : toTitleCase(name);
}
