import type { ClaimMapping } from '#contract/config';
import { profile, type Profile } from '#contract/identity';
import { z } from '#contract/schema';
import { personOf } from '#domain/claims';

/** A signed-in person with the tokens of the sign-in. `text` is how the sign-in library stores it; it holds secrets. */
export interface SignedUser {
  readonly text: string;
  readonly accessToken: string;
  /** ms since epoch, by this browser's clock. */
  readonly expiresAt: number;
  readonly profile: Profile;
  /** `[auth_time, iat, rot, given at, second factor]`: which of two tokens is newer. `iat` alone ties within a second. */
  readonly order: readonly number[];
  /** When the token was given, ms since epoch by this browser's clock. */
  readonly givenAt: number;
  /** Whether there is a refresh token. Without one the sign-in ends with its token. */
  readonly isRenewable: boolean;
  readonly note: Note | null;
}

/** What the console itself writes beside the claims, so that reloads and other tabs know it too. */
const note = z.object({
  /** The address of the sign-in, for providers that name none. */
  email: z.string(),
  /** ms since epoch, by this browser's clock. */
  given_at: z.number(),
  /** `login_method` answered that there is no second factor, and none was set up since. Source: SIGN-034. */
  mfa_pending: z.boolean(),
  /** Who this is to the server; null where it does not tell. */
  me: profile.nullable(),
});
/** What the console itself writes beside the claims. */
export type Note = z.infer<typeof note>;

const NOTE = 'console_note';
const stored = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullish(),
  expires_at: z.number().nullish(),
  profile: z.record(z.string(), z.unknown()),
});
const times = z.object({ auth_time: z.number(), iat: z.number(), exp: z.number(), rot: z.number() }).partial().catch({});
/** The life of a token that does not tell it. */
const USUAL_LIFE_SECONDS = 360;

function claimsOf(accessToken: string): z.infer<typeof times> {
  try {
    const part = accessToken.split('.')[1] ?? '';
    return times.parse(JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    // Some providers' access tokens are no JWTs; the ID token's claims must do.
    return {};
  }
}

function storedIn(text: string) {
  try {
    return stored.loose().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The same text with a note in it, in place of the one there was; what is no stored user stays as it is. */
export function withNote(text: string, storedNote: Note): string {
  const user = storedIn(text);
  return user === null ? text : JSON.stringify({ ...user, profile: { ...user.profile, [NOTE]: storedNote } });
}

/** The access token in what the sign-in library stored; null in anything else. */
export const accessTokenIn = (text: string): string | null => storedIn(text)?.access_token ?? null;

/** Who this is: the server's word before the token's claims. Null when neither names a person. */
function profileOf(claims: Readonly<Record<string, unknown>>, storedNote: Note | null, mapping: ClaimMapping): Profile | null {
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
  };
}

/** Reads what the sign-in library stored; null for anything that does not name a person. */
export function readSignedUser(text: string | null, mapping: ClaimMapping): SignedUser | null {
  const user = text === null ? null : storedIn(text);
  if (text === null || user === null) return null;
  const { access_token: accessToken, refresh_token, expires_at, profile: claims } = user;
  const storedNote = note
    .nullable()
    .catch(null)
    .parse(claims[NOTE] ?? null);
  const person = profileOf(claims, storedNote, mapping);
  if (person === null) return null;
  const [token, id] = [claimsOf(accessToken), times.parse(claims)];
  const life = token.exp !== undefined && token.iat !== undefined ? token.exp - token.iat : USUAL_LIFE_SECONDS;
  const expiresAt = (expires_at ?? token.exp ?? (storedNote?.given_at ?? 0) / 1000 + USUAL_LIFE_SECONDS) * 1000;
  const givenAt = storedNote?.given_at ?? expiresAt - life * 1000;
  const given = [token.auth_time ?? id.auth_time ?? 0, token.iat ?? id.iat ?? 0, token.rot ?? 0, storedNote?.given_at ?? 0];
  return {
    text,
    accessToken,
    expiresAt,
    profile: person,
    order: [...given, Number(person.second_factor)],
    givenAt,
    isRenewable: refresh_token != null,
    note: storedNote,
  };
}

/** Whether `one` is newer than `other`; anybody is newer than nobody. */
export function isNewer(one: SignedUser, other: SignedUser | null): boolean {
  if (other === null) return true;
  const at = one.order.findIndex((value, index) => value !== other.order[index]);
  return at >= 0 && (one.order[at] ?? 0) > (other.order[at] ?? 0);
}
