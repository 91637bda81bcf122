import type { AccountFacts } from '#domain/people/accountFindings';
import { conflict, unauthenticated } from '#server/platform/failure/failure';
import type { Administration, ManagedAccount } from '#server/identity/administration';
import type { Identity } from '#server/identity/identity';
import { createSignInEvents, type SignInEvent } from '#server/identity/signInEvents';
import type { Principal } from '#server/platform/principal';
import { roleOf } from '#domain/people/rights';

/** An identity provider whose tokens the test issues. */
export interface FakeIdentity extends Identity {
  /** Returns a token for a user of these groups. */
  readonly issue: (groups: readonly string[], changes?: Partial<Principal>) => string;
  readonly revoke: (grant: string) => void;
  /** Reports a sign-in event. */
  readonly noteSignIn: (event: SignInEvent) => void;
  /** Tokens whose sign-in cannot be confirmed: they count for a stop only. */
  readonly unconfirmed: Set<string>;
  /** The groups that accounts have now, by user name, where they differ from those of their tokens; null: the sign-in has ended. */
  readonly groupsNow: Map<string, readonly string[] | null>;
  /** The arguments of enrolment and login calls. */
  readonly received: unknown[];
  /** The accounts that `accounts` returns; null as for an external provider. */
  readonly kept: { accounts: readonly AccountFacts[] | null };
}

/** Keeps invited people in memory and records every call. */
function fakeAdministration(received: unknown[], kept: FakeIdentity['kept']): Administration {
  const people = new Map<string, ManagedAccount>();
  return {
    managesAccounts: true,
    renameGroup: async (_tx, from, to) => {
      for (const [email, person] of people)
        people.set(email, { ...person, groups: person.groups.map((group) => (group === from ? to : group)) });
    },
    peopleIn: async (_tx, group) => {
      const members = [...people.values()].filter(({ groups }) => groups.includes(group));
      return { all: members.length, active: members.filter(({ isEnabled }) => isEnabled).length };
    },
    emailsWith: async (_tx, locale) => (kept.accounts ?? []).flatMap((one) => (one.locale === locale ? [one.email] : [])),
    inGroup: async (group) => [...people.values()].filter(({ groups }) => groups.includes(group)),
    find: async (email) => people.get(email),
    invite: async (person) => {
      if (people.has(person.email)) throw conflict('This email address has an account already.');
      people.set(person.email, {
        ...person,
        username: person.email,
        status: 'INVITED',
        hasSecondFactor: false,
        isEnabled: true,
        createdAt: new Date(0),
      });
      received.push({ invited: person });
    },
    resend: async ({ email }) => void received.push({ resent: email }),
    revoke: async ({ email }) => {
      people.delete(email);
      received.push({ revoked: email });
    },
    update: async (account, change) => {
      people.set(account.email, { ...account, ...change });
      received.push({ updated: account.email, ...change });
    },
    disable: async (account) => {
      people.set(account.email, { ...account, isEnabled: false });
      received.push({ disabled: account.email });
    },
    enable: async (account) => {
      people.set(account.email, { ...account, isEnabled: true });
      received.push({ enabled: account.email });
    },
    remove: ({ email }, removePerson) =>
      removePerson(async () => {
        people.delete(email);
        received.push({ removed: email });
      }),
    mailPasswordLink: async ({ email }) => void received.push({ passwordLink: email }),
    changeAddress: async (account, newEmail) => {
      people.set(account.email, { ...account, newEmail });
      received.push({ addressOf: account.email, newEmail });
    },
    keepAddress: async (account) => {
      people.set(account.email, { ...account, newEmail: undefined });
      received.push({ addressKept: account.email });
    },
  };
}

/** Creates an identity provider whose tokens are valid until `now() + 6 min` unless changed. */
export function fakeIdentity(now: () => number): FakeIdentity {
  const people = new Map<string, Principal>();
  const listeners = new Set<(grant: string) => void>();
  const events = createSignInEvents(now);
  const received: unknown[] = [];
  const kept: FakeIdentity['kept'] = { accounts: [] };
  const unconfirmed: FakeIdentity['unconfirmed'] = new Set();
  const groupsNow: FakeIdentity['groupsNow'] = new Map();
  const verifyForStop = async (token: string) => {
    const found = people.get(token);
    if (found === undefined) throw unauthenticated('unknown token');
    return found;
  };
  const verify = (token: string) => verifyForStop(unconfirmed.has(token) ? '' : token);
  return {
    oidc: { authority: 'http://localhost:8080/idp', client_id: 'test', admin_scope: 'admin', popup_isolated: false },
    origins: [],
    verify,
    verifyForStop,
    unconfirmed,
    groupsNow,
    verifyAgain: async (caller, tx) => {
      if (!tx.isTransaction) throw new Error('read on another connection than the one that saves');
      const groups = groupsNow.get(caller.username);
      if (groups === null) throw unauthenticated('the sign-in has ended');
      return groups === undefined ? caller : { ...caller, groups, role: roleOf(groups) };
    },
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSignIn: events.listen,
    noteSignIn: events.note,
    groupsOf: async () => null,
    mount: async () => undefined,
    loginMethod: async (body) => {
      received.push(body);
      return { mfa_enabled: true };
    },
    setupMfa: async (caller, body) => {
      received.push({ by: caller.username, ...body });
      return { qr_code: 'aGVsbG8=' };
    },
    associateCode: async (caller, body) => {
      received.push({ by: caller.username, ...body });
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
        issuedAt: null,
        grant: `grant-${people.size}`,
        ...changes,
      });
      return token;
    },
    revoke: (grant) => {
      for (const listener of listeners) listener(grant);
    },
    proveSecondFactor: async (_, idToken) => idToken === 'proof',
    updateMfa: async (caller, body) => {
      received.push({ by: caller.username, ...body });
      return { ok: true };
    },
    changePassword: async (caller) => {
      received.push({ by: caller.username, changed: 'password' });
      return { ok: true };
    },
    moveMfa: async () => ({ qr_code: 'aGVsbG8=' }),
    confirmMoveMfa: async (caller) => {
      received.push({ by: caller.username, changed: 'second factor' });
      return { ok: true };
    },
    administration: fakeAdministration(received, kept),
    accounts: async () => kept.accounts,
    received,
    kept,
  };
}
