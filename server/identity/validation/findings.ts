import type { Kysely, Transaction } from 'kysely';
import type { ValidationType } from '#contract/validation';
import { accountFindings } from '#domain/people/accountFindings';
import { organisationFindings } from '#domain/people/organisationFindings';
import { organisationGroups } from '#domain/people/rights';
import { findingsOf, type Finding } from '#domain/people/finding';
import type { Database } from '../../platform/database/tables.ts';
import type { Identity } from '../identity.ts';

/** The compared data sources. */
interface Sources {
  readonly database: Kysely<Database>;
  readonly identity: Pick<Identity, 'accounts' | 'oidc'>;
}

const UNREADABLE = 'The identity provider keeps its accounts elsewhere: they cannot be read here.';

/** Runs a read in one consistent snapshot; the transaction is read-only. */
const pictured = <T>(database: Kysely<Database>, read: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

const unreadable = ({ oidc }: Sources['identity'], consequence: string): readonly Finding[] =>
  findingsOf({ name: 'Identity provider', id: oidc.authority }, [['warning', `${UNREADABLE} ${consequence}`]]);

const compared = (compiled: readonly string[], id: ValidationType): readonly Finding[] =>
  findingsOf({ name: 'All data', id }, [['info', `Compared: ${compiled.join(', ')}.`]]);

async function findInAccounts({ database, identity }: Sources): Promise<readonly Finding[]> {
  const accounts = await identity.accounts();
  if (accounts === null) return unreadable(identity, 'Nothing was compared.');
  const known = await pictured(database, async (tx) => ({
    organisations: await tx.selectFrom('organisation').select('authentication_group').execute(),
    locales: await tx.selectFrom('locale').select('id').execute(),
  }));
  const findings = accountFindings(accounts, {
    groups: new Set(known.organisations.flatMap(({ authentication_group: group }) => (group === null || group === '' ? [] : [group]))),
    locales: new Set(known.locales.map(({ id }) => id)),
  });
  return [...findings, ...compared([`accounts ${accounts.length}`, `organisations ${known.organisations.length}`], 'cognito')];
}

async function findInOrganisations({ database, identity }: Sources): Promise<readonly Finding[]> {
  const accounts = await identity.accounts();
  const facts = await pictured(database, async (tx) => ({
    organisations: await tx.selectFrom('organisation').select(['id', 'name', 'authentication_group']).execute(),
    locations: await tx.selectFrom('location').select(['id', 'name', 'owned_by', 'timezone']).execute(),
    greenhouses: await tx.selectFrom('greenhouse').select(['id', 'name', 'location_id', 'map_id']).execute(),
    devices: await tx.selectFrom('device').select(['serial', 'name', 'life_cycle_stage']).execute(),
    deployments: await tx.selectFrom('deployment').select(['device_serial', 'location_id']).where('closed_date', 'is', null).execute(),
    maps: new Map((await tx.selectFrom('site_map').select(['id', 'greenhouse_id']).execute()).map((map) => [map.id, map.greenhouse_id])),
  }));
  const memberGroups = accounts === null ? null : new Set(accounts.flatMap(({ groups }) => organisationGroups(groups)));
  const counts = (['organisations', 'locations', 'greenhouses', 'devices'] as const).map((of) => `${of} ${facts[of].length}`);
  return [
    ...organisationFindings({ ...facts, memberGroups }),
    ...(accounts === null ? unreadable(identity, 'Whether anybody belongs to an authentication group was not compared.') : []),
    ...compared(counts, 'organisations'),
  ];
}

/** Finds problems in the data of each type, read-only. If the accounts cannot be read, it returns one warning. */
export const findIn: Readonly<Record<ValidationType, (sources: Sources) => Promise<readonly Finding[]>>> = {
  cognito: findInAccounts,
  organisations: findInOrganisations,
};
