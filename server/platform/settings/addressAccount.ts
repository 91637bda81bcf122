/** The account in the address of a service: `mqtts://user:password@broker.example`. */

/** User name and password of an address; both empty if it has none. */
export interface AddressAccount {
  readonly username: string;
  readonly password: string;
}

/** The text for an address in which a percent sign encodes nothing. */
export const BAD_ACCOUNT = 'in user name and password a percent sign is written %25';

/** Returns the account of an address, decoded; null if a percent sign in it encodes nothing. Source: START21. */
export function accountOf({ username, password }: Pick<URL, 'username' | 'password'>): AddressAccount | null {
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
