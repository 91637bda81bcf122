/** Logins in metadata that were entered under another owner: hidden when metadata is read, kept when it is saved. */

import { isDeepStrictEqual } from 'node:util';
import { MASK } from '#domain/text/secretMask';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns masked metadata without the logins of another owner: a group with a secret is hidden, including its user name and network. Fields next to a secret at
 * the top level belong to the device. Source: SEE5.
 */
export const withoutForeignLogins = (metadata: Fields): Fields =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, isFields(value) ? withoutLogin(value) : value]));

const withoutLogin = (group: Fields): Fields => (Object.values(group).includes(MASK) ? {} : withoutForeignLogins(group));

/**
 * Returns the given metadata with the groups of `stored` that were hidden from the editor and returned unchanged, so that editing another field removes no
 * login.
 */
export const withHiddenLogins = (given: Fields, stored: Fields): Fields =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const known = stored[name];
      if (!isFields(value) || !isFields(known)) return [name, value];
      const isHidden = Object.values(known).includes(MASK) && isDeepStrictEqual(value, {});
      return [name, isHidden ? known : withHiddenLogins(value, known)];
    }),
  );
