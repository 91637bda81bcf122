import type { AccountFacts } from '#domain/accountFindings';
import { unauthenticated } from '#server/failure';
import type { Identity } from '#server/identity/identity';
import type { Principal } from '#server/principal';
import { roleOf } from '#domain/rights';

/** An identity provider whose tokens the test hands out. */
export interface FakeIdentity extends Identity {
  /** A token for a person of these groups. */
  readonly issue: (groups: readonly string[], changes?: Partial<Principal>) => string;
  readonly revoke: (grant: string) => void;
  /** What the enrolment and login calls were given. */
  readonly heard: unknown[];
  /** The accounts it keeps; null as an outside provider says. */
  readonly kept: { accounts: readonly AccountFacts[] | null };
}

/** Gives tokens that count until `now() + 6 min` unless changed. */
export function fakeIdentity(now: () => number): FakeIdentity {
  const people = new Map<string, Principal>();
  const listeners = new Set<(grant: string) => void>();
  const heard: unknown[] = [];
  const kept: FakeIdentity['kept'] = { accounts: [] };
  const verify = async (token: string) => {
    const found = people.get(token);
    if (found === undefined) throw unauthenticated('unknown token');
    return found;
  };
  return {
    oidc: { authority: 'http://localhost:8080/idp', client_id: 'test', admin_scope: 'admin', popup_isolated: false },
    verify,
    verifyForStop: verify,
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mount: async () => undefined,
    loginMethod: async (body) => {
      heard.push(body);
      return { mfa_enabled: true };
    },
    setupMfa: async (caller, body) => {
      heard.push({ by: caller.username, ...body });
      return { qr_code: 'aGVsbG8=' };
    },
    associateCode: async (caller, body) => {
      heard.push({ by: caller.username, ...body });
      return { ok: true };
    },
    issue: (groups, changes = {}) => {
      const token = `token-${people.size}`;
      people.set(token, {
        username: `person-${people.size}`,
        email: 'person@serrarobotics.example',
        name: 'Person',
        role: roleOf(groups),
        groups,
        secondFactor: true,
        expiresAt: now() + 360_000,
        grant: `grant-${people.size}`,
        ...changes,
      });
      return token;
    },
    revoke: (grant) => {
      for (const listener of listeners) listener(grant);
    },
    updateMfa: async (caller, body) => {
      heard.push({ by: caller.username, ...body });
      return { ok: true };
    },
    accounts: async () => kept.accounts,
    heard,
    kept,
  };
}
