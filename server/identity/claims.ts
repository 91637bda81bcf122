import { z } from '#contract/schema';
import { roleOf } from '#domain/rights';
import { unauthenticated } from '../failure.ts';
import type { Principal } from '../principal.ts';

/** Where an issuer keeps what the server needs of a token. */
export interface ClaimNames {
  readonly groups: string;
  readonly username: string;
  /** `amr` values that prove a second factor; `'provider'` when the provider lets nobody in without one. */
  readonly secondFactor: readonly string[] | 'provider';
}

const words = z.array(z.string()).catch([]);
const word = z.string().catch('');

/** Who a verified token's claims speak of. Throws `unauthenticated` without a user name or an end. */
export function principalOf(claims: Readonly<Record<string, unknown>>, names: ClaimNames): Principal {
  const username = word.parse(claims[names.username]);
  const expiresAt = z.number().safeParse(claims['exp']);
  if (username === '' || !expiresAt.success) throw unauthenticated('The token names nobody.');
  const groups = words.parse(claims[names.groups]);
  const amr = words.parse(claims['amr']);
  const { secondFactor } = names;
  const name = [word.parse(claims['name']), word.parse(claims['family_name'])].filter((part) => part !== '').join(' ');
  return {
    username,
    email: word.parse(claims['email']),
    name: name === '' ? username : name,
    role: roleOf(groups),
    groups,
    secondFactor: secondFactor === 'provider' || secondFactor.some((method) => amr.includes(method)),
    expiresAt: expiresAt.data * 1000,
    grant: word.parse(claims['grant'] ?? claims['sid'] ?? claims['origin_jti']) || null,
  };
}
