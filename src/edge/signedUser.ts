/** A signed-in user with tokens (`SignedUser`): parsed from the stored form, with the user's claims, and compared by age (`isNewer`). */

import type { ClaimMapping } from '#contract/config';
import { profile, type Profile } from '#contract/identity';
import { z } from '#contract/schema';
import { personOf } from '#domain/people/claims';

/** A signed-in user with the tokens of the sign-in. `text` is the sign-in library's stored form; it contains secrets. */
export interface SignedUser {
  readonly text: string;
  readonly accessToken: string;
  /** Expiry of the token, in ms since epoch by this browser's clock. */
  readonly expiresAt: number;
  readonly profile: Profile;
  /** The provider's id of the user, which stays the same if the server uses another name; the user name if the claims contain no id. */
  readonly subject: string;
  /**
   * `[auth_time, iat, rot, renewals, given at, second factor]`: orders two tokens by age, because `iat` alone may be equal within a second. Opaque tokens that
   * are renewed without an ID token differ only from `renewals` on.
   */
  readonly order: readonly number[];
  /** When the token was issued to this browser, in ms since epoch by the browser's clock. */
  readonly givenAt: number;
  /** Whether there is a refresh token. Without one, the sign-in ends with its token. */
  readonly isRenewable: boolean;
  readonly note: SignInNote | null;
}

/** The data that the console stores in addition to the claims, so they survive reloads and reach other tabs. */
const note = z.object({
  /** The e-mail address entered at sign-in, for providers whose tokens contain no address. */
  email: z.string(),
  /** Time of issue, in ms since epoch by this browser's clock. */
  given_at: z.number(),
  /** Number of times that this browser received tokens, counted from the first sign-in; orders tokens even if the clock is set back. */
  renewals: z.optional(z.number()),
  /** Whether `login_method` reported that there is no second factor and none has been set up since. Source: SIGN-034. */
  mfa_pending: z.boolean(),
  /** The server's profile; null if the server does not offer it. */
  me: z.nullable(profile),
});
/** The data that the console stores in addition to the claims. */
export type SignInNote = z.infer<typeof note>;

const NOTE = 'console_note';
const stored = z.object({
  access_token: z.string(),
  id_token: z.nullish(z.string()),
  refresh_token: z.nullish(z.string()),
  expires_at: z.nullish(z.number()),
  profile: z.record(z.string(), z.unknown()),
});
const times = z.catch(z.partial(z.object({ auth_time: z.number(), iat: z.number(), exp: z.number(), rot: z.number() })), {});
/** Assumed lifetime in seconds of a token without a stated lifetime. */
const USUAL_LIFE_SECONDS = 360;

function claimsOf(accessToken: string): z.infer<typeof times> {
  try {
    const part = accessToken.split('.')[1] ?? '';
    return times.parse(JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    // Some providers' access tokens are not JWTs; only the ID token's claims are used then.
    return {};
  }
}

function storedIn(text: string) {
  try {
    return z.catchall(stored, z.unknown()).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns a stored user with its note replaced; text that is not a stored user is unchanged. */
export function withSignInNote(text: string, storedNote: SignInNote): string {
  const user = storedIn(text);
  return user === null ? text : JSON.stringify({ ...user, profile: { ...user.profile, [NOTE]: storedNote } });
}

/** The tokens of a stored user. */
export interface StoredTokens {
  readonly accessToken: string;
  readonly idToken: string | null;
}

/** Returns the tokens of a stored user; null for any other text. */
export function tokensIn(text: string): StoredTokens | null {
  const user = storedIn(text);
  return user === null ? null : { accessToken: user.access_token, idToken: user.id_token ?? null };
}

/** Returns the profile; the server's data take precedence over the token's claims. Null if neither contains a user name. */
function profileOf(claims: Readonly<Record<string, unknown>>, storedNote: SignInNote | null, mapping: ClaimMapping): Profile | null {
  const person = personOf(claims, mapping);
  const me = storedNote?.me ?? null;
  const username = me?.username || person.username;
  if (username === '') return null;
  return {
    username,
    email: me?.email || person.email || (storedNote?.email ?? ''),
    groups: me?.groups ?? person.groups,
    first_name: me?.first_name ?? person.first_name,
    family_name: me?.family_name ?? person.family_name,
    locale: me?.locale ?? person.locale,
    second_factor: (me?.second_factor ?? true) && storedNote?.mfa_pending !== true,
    ...(me?.rights == null ? {} : { rights: me.rights }),
  };
}

/** Parses a stored user; null if the text is invalid or contains no user name. */
export function readSignedUser(text: string | null, mapping: ClaimMapping): SignedUser | null {
  const user = text === null ? null : storedIn(text);
  if (text === null || user === null) return null;
  const { access_token: accessToken, refresh_token, expires_at, profile: claims } = user;
  const storedNote = z.catch(z.nullable(note), null).parse(claims[NOTE] ?? null);
  const person = profileOf(claims, storedNote, mapping);
  if (person === null) return null;
  const [token, id] = [claimsOf(accessToken), times.parse(claims)];
  const life = token.exp !== undefined && token.iat !== undefined ? token.exp - token.iat : USUAL_LIFE_SECONDS;
  const expiresAt = (expires_at ?? token.exp ?? (storedNote?.given_at ?? 0) / 1000 + USUAL_LIFE_SECONDS) * 1000;
  const givenAt = storedNote?.given_at ?? expiresAt - life * 1000;
  const issued = [token.auth_time ?? id.auth_time ?? 0, token.iat ?? id.iat ?? 0, token.rot ?? 0];
  const received = [storedNote?.renewals ?? 0, storedNote?.given_at ?? 0];
  return {
    text,
    accessToken,
    expiresAt,
    profile: person,
    subject: typeof claims['sub'] === 'string' ? claims['sub'] : person.username,
    order: [...issued, ...received, Number(person.second_factor)],
    givenAt,
    isRenewable: refresh_token != null,
    note: storedNote,
  };
}

/** The index of the number of renewals in `order`. */
const RENEWALS_AT = 3;

/** Returns whether `one` is newer than `other`; any user is newer than null. */
export function isNewer(one: SignedUser, other: SignedUser | null): boolean {
  if (other === null) return true;
  // A tab with an earlier version of the console does not count its renewals.
  const isNumbered = one.note?.renewals !== undefined && other.note?.renewals !== undefined;
  const at = one.order.findIndex((value, index) => value !== other.order[index] && (isNumbered || index !== RENEWALS_AT));
  return at >= 0 && (one.order[at] ?? 0) > (other.order[at] ?? 0);
}
