import { MISSING } from './numbers.ts';

const USER_TYPE = 'user_type:';

/** A word of the wire for people: `license_support_engineer` reads `License Support Engineer`. Source: TYPE1. */
export function prettified(word: string): string {
  return word
    .split('_')
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join(' ');
}

/** The prettified user type of a person, from the first group that starts with `user_type:`; `-` without one. Source: PROF-005, ROLE-001. */
export function userTypeText(groups: readonly string[]): string {
  const name = groups.find((group) => group.startsWith(USER_TYPE))?.slice(USER_TYPE.length) ?? '';
  return name === '' ? MISSING : prettified(name);
}
