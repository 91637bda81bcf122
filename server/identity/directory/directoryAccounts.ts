import type { FastifyBaseLogger } from 'fastify';
import { type Bus, inProcessBus } from '../../platform/bus/bus.ts';
import { noteDone } from '../../platform/audit/changes.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import type { Principal } from '../../platform/principal.ts';
import { afterTimer, withTimeout } from '../../platform/timers.ts';
import type { AccountFacts } from '#domain/people/accountFindings';
import { isSelf, requireChangeable } from '../accountReach.ts';
import type { MailAllowance } from '../allowedMail.ts';
import type { Identity } from '../identity.ts';
import type { AdminLock } from './adminLock.ts';
import type { Directory } from './directory.ts';
import { directoryAdministration } from './directoryAdministration.ts';
import { directoryFailure } from './directoryFailure.ts';
import { createSnapshot } from './snapshot.ts';

/** Dependencies of the accounts from a directory. */
export interface DirectoryAccountsParts {
  readonly directory: Directory;
  readonly changes: boolean;
  readonly refuseChange: () => Promise<never>;
  /** Reads the groups of this installation's organisations. */
  readonly groups: () => Promise<ReadonlySet<string>>;
  readonly isAllowed: MailAllowance;
  readonly adminLock: AdminLock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly elapsed?: () => number;
  /** Notifies the other servers of a change in the directory. Default: no other servers. */
  readonly bus?: DirectoryBus;
}

/** The bus by which servers notify each other of a changed account of the directory; the content of a message does not matter. */
export type DirectoryBus = Bus<string>;

/** Maximum time for which a sign-in waits for the directory, in ms: browsers block a popup that opens later. */
const SIGN_IN_PATIENCE_MS = 1_000;

/** The parts of an identity that a directory provides, and the check whether an address has a second factor. */
export type DirectoryAccounts = Pick<Identity, 'administration' | 'accounts' | 'updateMfa'> & {
  /** Returns null if this is unknown or cannot be determined in time, or if the address has no account. */
  readonly hasSecondFactor: (email: string) => Promise<boolean | null>;
};

/** Creates, from the directory of an external provider, the part of an `Identity` that a directory makes possible. Source: DIRECTORY1..6, DIRECTORY15. */
export function directoryAccounts(parts: DirectoryAccountsParts): DirectoryAccounts {
  const { directory, changes, isAllowed, log, elapsed = () => performance.now(), bus = inProcessBus<string>() } = parts;
  const own = createSnapshot({
    read: directory.accounts,
    elapsed,
    after: afterTimer,
    onFailure: (reason) => log.warn({ reason }, 'the directory of the identity provider cannot be read'),
  });
  // The next list may be requested from any server, so each server drops its snapshot.
  bus.subscribe(own.forget);
  const snapshot = { ...own, forget: () => bus.publish(['changed']) };
  const facts = async (): Promise<readonly AccountFacts[]> => {
    const accounts = await snapshot.read();
    // Thousands of people share a few mail domains, so each domain is checked once.
    const domainOf = ({ email }: { readonly email: string }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    const oneOfEach = new Map(accounts.map((account) => [domainOf(account), account.email]));
    const allowed = new Map<string, boolean>();
    for (const [domain, email] of oneOfEach) allowed.set(domain, await isAllowed(email));
    return accounts.map(({ username, email, name, family_name, locale, groups, isEnabled, hasSecondFactor }) => ({
      username,
      email,
      name,
      family_name,
      locale,
      groups,
      isEnabled,
      hasSecondFactor,
      isMailAllowed: email.includes('@') && allowed.get(domainOf({ email })) === true,
    }));
  };
  const takeAway = async (caller: Principal, { email, enable }: Parameters<Identity['updateMfa']>[1]) => {
    if (!changes) throw createFailure('factorElsewhere');
    if (caller.role !== 'system_admin' && caller.role !== 'organisation_admin') throw createFailure('factorsForAdmins');
    const [found, ...others] = email.includes('@') ? await directory.find(email) : [];
    if (others.length > 0) throw directoryFailure.several();
    const account = requireChangeable(caller, found);
    if (enable) return { ok: false, error: 'The owner sets the second factor up at the next sign-in.' };
    if (isSelf(caller, account)) throw createFailure('ownFactor');
    await directory.removeSecondFactor(account).finally(snapshot.forget);
    noteDone({ mfa_enabled: account.hasSecondFactor }, { mfa_enabled: false });
    return { ok: true };
  };
  return {
    administration: directoryAdministration({ ...parts, snapshot }),
    accounts: facts,
    updateMfa: takeAway,
    hasSecondFactor: async (email) => {
      const asked = directory.find(email).catch(() => []);
      const [account] = (await withTimeout(asked, SIGN_IN_PATIENCE_MS, afterTimer)) ?? [];
      return account?.hasSecondFactor ?? null;
    },
  };
}
