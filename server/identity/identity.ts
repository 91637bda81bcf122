import type { ConsoleConfig } from '#contract/config';
import type { BodyOf, ReplyOf } from '#contract/call';
import type { postAssociateCode, postLoginMethod, postSetupMfa, postUpdateMfa } from '#contract/identity';
import type { AccountFacts } from '#domain/accountFindings';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../platform/principal.ts';
import type { Administration } from './administration.ts';

/** Everything the server needs of an identity provider, embedded or outside. */
export interface Identity {
  /** `/config.json`'s `oidc` part. */
  readonly oidc: ConsoleConfig['oidc'];
  /** Every origin at which a browser may have to ask the provider; none for the embedded one, which is at home here. */
  readonly origins: readonly string[];
  /** Verifies an access token; throws `unauthenticated` for anything that does not count now. */
  readonly verify: (accessToken: string) => Promise<Principal>;
  /**
   * The same for a stop, which a database that is away must not hold up: signature and times always count; whether the sign-in has ended meanwhile
   * is then answered by what was known last.
   */
  readonly verifyForStop: (accessToken: string) => Promise<Principal>;
  /** Calls back with a grant at the moment it ends (log out, replay, take-over), so that open sockets of it can be closed. Returns the function that ends it. */
  readonly onRevoked: (listener: (grant: string) => void) => () => void;
  /** Mounts the provider's own pages; does nothing for an outside provider. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly loginMethod: (body: BodyOf<typeof postLoginMethod>) => Promise<ReplyOf<typeof postLoginMethod>>;
  readonly setupMfa: (caller: Principal, body: BodyOf<typeof postSetupMfa>) => Promise<ReplyOf<typeof postSetupMfa>>;
  readonly associateCode: (caller: Principal, body: BodyOf<typeof postAssociateCode>) => Promise<ReplyOf<typeof postAssociateCode>>;
  readonly updateMfa: (caller: Principal, body: BodyOf<typeof postUpdateMfa>) => Promise<ReplyOf<typeof postUpdateMfa>>;
  /** How administrators see and invite people. */
  readonly administration: Administration;
  /** What is known of every account, without secrets; null for a provider elsewhere, which keeps them to itself. */
  readonly accounts: () => Promise<readonly AccountFacts[] | null>;
}
