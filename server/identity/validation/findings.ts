/** Compares accounts with places, which are read in one snapshot, by the rules of `domain/people`. */

import type { Kysely, Transaction } from 'kysely';
import type { ValidationType } from '#contract/validation';
import { accountFindings, type AccountFacts } from '#domain/people/accountFindings';
import { seenFindings } from '#domain/people/seenFindings';
import { organisationFindings } from '#domain/people/organisationFindings';
import { organisationGroups } from '#domain/people/rights';
import { findingsOf, type Finding } from '#domain/people/finding';
import type { Database } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure/failure.ts';
import type { Identity } from '../identity.ts';
import { readSeen } from '../seenPeople.ts';

/** The accounts of the provider, or the reason why they cannot be compared. */
type ReadAccounts =
  | { readonly accounts: readonly AccountFacts[]; readonly problem?: never }
  | { readonly accounts: null; readonly problem: string };

/** The data sources that are compared. */
interface Sources {
  readonly database: Kysely<Database>;
  readonly identity: Pick<Identity, 'oidc' | 'administration'>;
  readonly read: ReadAccounts;
  readonly now: number;
}

const UNREADABLE = 'The identity provider keeps its accounts elsewhere: they cannot be read here.';

/**
 * Reads the accounts; if a directory does not respond, returns the reason, which is reported as a finding. It is called outside a transaction, because it may
 * take seconds.
 */
export async function readAccounts(identity: Pick<Identity, 'accounts'>): Promise<ReadAccounts> {
  try {
    const accounts = await identity.accounts();
    return accounts === null ? { accounts, problem: UNREADABLE } : { accounts };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { accounts: null, problem: error.message };
  }
}

/** Runs a read in one consistent snapshot; the transaction is read-only. */
const pictured = <T>(database: Kysely<Database>, read: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

const unreadable = ({ oidc }: Sources['identity'], problem: string, consequence: string): readonly Finding[] =>
  findingsOf({ name: 'Identity provider', id: oidc.authority }, [['warning', `${problem} ${consequence}`]]);

const compared = (compiled: readonly string[], id: ValidationType): readonly Finding[] =>
  findingsOf({ name: 'All data', id }, [['info', `Compared: ${compiled.join(', ')}.`]]);

async function findInAccounts({ database, identity, read, now }: Sources): Promise<readonly Finding[]> {
  const { accounts } = read;
  if (accounts === null) return unreadable(identity, read.problem, 'Nothing was compared.');
  const known = await pictured(database, async (tx) => ({
    organisations: await tx.selectFrom('organisation').select('authentication_group').execute(),
    locales: await tx.selectFrom('locale').select('id').execute(),
  }));
  const isElsewhere = !identity.administration.managesAccounts;
  const seen = isElsewhere ? await readSeen(database, now) : [];
  const reference = {
    groups: new Set(known.organisations.flatMap(({ authentication_group: group }) => (group === null || group === '' ? [] : [group]))),
    locales: new Set(known.locales.map(({ id }) => id)),
    isElsewhere,
  };
  const counts = [
    `accounts ${accounts.length}`,
    `organisations ${known.organisations.length}`,
    ...(isElsewhere ? [`sign-ins ${seen.length}`] : []),
  ];
  return [...accountFindings(accounts, reference), ...seenFindings(accounts, seen, reference), ...compared(counts, 'cognito')];
}

async function findInOrganisations({ database, identity, read }: Sources): Promise<readonly Finding[]> {
  const { accounts } = read;
  const facts = await pictured(database, async (tx) => ({
    organisations: await tx.selectFrom('organisation').select(['id', 'name', 'archived', 'authentication_group']).execute(),
    locations: await tx.selectFrom('location').select(['id', 'name', 'archived', 'owned_by', 'timezone']).execute(),
    greenhouses: await tx.selectFrom('greenhouse').select(['id', 'name', 'archived', 'location_id', 'map_id']).execute(),
    devices: await tx.selectFrom('device').select(['serial', 'name', 'life_cycle_stage']).execute(),
    deployments: await tx.selectFrom('deployment').select(['device_serial', 'location_id']).where('closed_date', 'is', null).execute(),
    maps: new Map((await tx.selectFrom('site_map').select(['id', 'greenhouse_id']).execute()).map((map) => [map.id, map.greenhouse_id])),
  }));
  const memberGroups = accounts === null ? null : new Set(accounts.flatMap(({ groups }) => organisationGroups(groups)));
  const counts = (['organisations', 'locations', 'greenhouses', 'devices'] as const).map((of) => `${of} ${facts[of].length}`);
  return [
    ...organisationFindings({ ...facts, memberGroups }),
    ...(accounts === null
      ? unreadable(identity, read.problem, 'Whether anybody belongs to an authentication group was not compared.')
      : []),
    ...compared(counts, 'organisations'),
  ];
}

/** The functions that find problems in the data of each type, read-only. If the accounts cannot be read, one warning reports the reason. */
export const findIn: Readonly<Record<ValidationType, (sources: Sources) => Promise<readonly Finding[]>>> = {
  cognito: findInAccounts,
  organisations: findInOrganisations,
};
