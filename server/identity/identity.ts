/** `Identity`, the interface of the embedded and the external identity provider. */

import type { ConsoleConfig } from '#contract/config';
import type { BodyOf, ReplyOf } from '#contract/call';
import type {
  postAssociateCode,
  postChangePassword,
  postConfirmMoveMfa,
  postLoginMethod,
  postMoveMfa,
  postSetupMfa,
  postUpdateMfa,
} from '#contract/identity';
import type { AccountFacts } from '#domain/people/accountFindings';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { Principal } from '../platform/principal.ts';
import type { SignInEvent } from './signInEvents.ts';
import type { Administration } from './administration.ts';

/** The client's address, and the host name in its request. */
export interface RequestOrigin {
  readonly ip: string;
  readonly hostname: string;
}

/** Interface of the identity provider, embedded or external. */
export interface Identity {
  /** The `oidc` part of `/config.json`. */
  readonly oidc: ConsoleConfig['oidc'];
  /** Origins to which a browser sends requests for the provider; empty for the embedded provider, which is served from this origin. */
  readonly origins: readonly string[];
  /** Returns the demo accounts that the sign-in page offers to a client; empty outside the demo on this machine. */
  readonly demoAccounts?: (from: RequestOrigin) => readonly { readonly email: string; readonly role: string }[];
  /** Verifies an access token. Throws `unauthenticated` when it is not valid now. */
  readonly verify: (accessToken: string) => Promise<Principal>;
  /**
   * Verifies a token for a stop, which an unavailable database must not delay: signature and times are always checked; if the database does not respond in
   * time, the cache shows whether the sign-in has ended.
   */
  readonly verifyForStop: (accessToken: string) => Promise<Principal>;
  /**
   * Returns a caller with the current groups, for a request that lasts longer than its token. Throws `unauthenticated` if the sign-in has ended. An external
   * provider reports neither groups nor the end of a sign-in, so the caller stays as in the token. Reads on the connection of the transaction that saves,
   * because waiting for another connection while it holds locks can exhaust the pool.
   */
  readonly verifyAgain: (caller: Principal, tx: Kysely<Database>) => Promise<Principal>;
  /**
   * Calls the listener with each grant when it ends (log-out, replay, account takeover), so that its open sockets can be closed. Returns the
   * unsubscribe function.
   */
  readonly onRevoked: (listener: (grant: string) => void) => () => void;
  /**
   * Calls the listener with each sign-in, failure, lock and log-out at the embedded provider; an external provider keeps its own record. Returns the
   * unsubscribe function.
   */
  readonly onSignIn: (listener: (event: SignInEvent) => void) => () => void;
  /** Returns whether the ID token of the caller's sign-in proves a second factor; the proof then also applies to the caller's access token. */
  readonly proveSecondFactor: (caller: Principal, idToken: string) => Promise<boolean>;
  /** Mounts the provider's own pages; does nothing for an external provider. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly loginMethod: (body: BodyOf<typeof postLoginMethod>) => Promise<ReplyOf<typeof postLoginMethod>>;
  readonly setupMfa: (caller: Principal, body: BodyOf<typeof postSetupMfa>) => Promise<ReplyOf<typeof postSetupMfa>>;
  readonly associateCode: (caller: Principal, body: BodyOf<typeof postAssociateCode>) => Promise<ReplyOf<typeof postAssociateCode>>;
  readonly updateMfa: (caller: Principal, body: BodyOf<typeof postUpdateMfa>) => Promise<ReplyOf<typeof postUpdateMfa>>;
  readonly changePassword: (caller: Principal, body: BodyOf<typeof postChangePassword>) => Promise<ReplyOf<typeof postChangePassword>>;
  readonly moveMfa: (caller: Principal) => Promise<ReplyOf<typeof postMoveMfa>>;
  readonly confirmMoveMfa: (caller: Principal, body: BodyOf<typeof postConfirmMoveMfa>) => Promise<ReplyOf<typeof postConfirmMoveMfa>>;
  /** Account management for administrators. */
  readonly administration: Administration;
  /**
   * Returns the groups of the given accounts, by user name, without accounts that may not sign in; null for an external provider, which does not list its
   * accounts.
   */
  readonly groupsOf: (usernames: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]> | null>;
  /** Returns all accounts without secrets; null for an external provider, which does not expose them. */
  readonly accounts: () => Promise<readonly AccountFacts[] | null>;
}
