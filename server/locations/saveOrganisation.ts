/** Creates and updates organisations; a changed authentication group moves its members. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import {
  GROUP_HELD,
  GROUP_TAKEN,
  ORGANISATION_NAME_TAKEN,
  type OrganisationFields,
  organisationFields,
  organisationProblems,
} from '#domain/people/organisation';
import { mailDomainsProblem, typedDomains } from '#domain/people/mailDomains';
import { seesEverything } from '#domain/people/rights';
import { noteChange } from '../platform/audit/changes.ts';
import { holdLock, locks } from '../platform/database/locks.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../platform/failure/failure.ts';
import { insertOrganisations, singleRow } from './insertPlaces.ts';
import { type PeopleIn, refusePeople } from './removePlace.ts';
import { covers } from './visibility.ts';
import type { Scope, ScopedCaller } from '../platform/principal.ts';
import { changedTexts, emptyToNull, presentTexts, refuseProblems, requireAdminFor, runSerially } from './placeValidation.ts';

type Row = Selectable<Database['organisation']>;

/** Maximum length of the part of a group that is made from a name. */
const GROUP_LENGTH = 60;

/**
 * Throws the problems of the written fields. A name is compared only with those that the caller may see, because the response would otherwise reveal other
 * customers. If two organisations that do not see each other have the same name, the validation reports it.
 */
async function check(
  tx: Transaction<Database>,
  scope: Scope,
  fields: OrganisationFields,
  written: object,
  id: string | null,
): Promise<void> {
  const others = await tx.selectFrom('organisation').select(['id', 'name', 'authentication_group', 'archived']).execute();
  const problems = organisationProblems(
    fields,
    others.filter((other) => other.id !== id && covers(scope, other.id)),
  );
  refuseProblems(problems, { ...written }, [ORGANISATION_NAME_TAKEN, GROUP_TAKEN]);
}

const rowOf = ({ name, client_name, authentication_group }: OrganisationFields) => ({
  name,
  client_name: emptyToNull(client_name),
  authentication_group: emptyToNull(authentication_group),
});

/**
 * Returns an unused group name for an organisation, derived from its name: "Kwekerij Böş" becomes "organisation:kwekerij-bos". The group of a former
 * organisation counts as used while it has people. Source: GROUP3.
 */
async function newGroup(tx: Transaction<Database>, name: string, peopleIn: PeopleIn): Promise<string> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['company'];
  const wanted = `organisation:${words.join('-').slice(0, GROUP_LENGTH)}`;
  const rows = await tx.selectFrom('organisation').select('authentication_group').execute();
  const taken = new Set(rows.map(({ authentication_group }) => authentication_group));
  let group = wanted;
  const isTaken = async () => taken.has(group) || (await peopleIn(tx, group)).all > 0;
  for (let count = 2; await isTaken(); count += 1) group = `${wanted}-${count}`;
  return group;
}

/** Returns the given mail domains as stored. Throws 400 for an invalid domain, unless the domains are the stored ones. Source: MAILD1, PATCH1. */
function domainsOf(given: readonly string[] | undefined, stored: readonly string[] | null = null): { readonly mail_domains?: string[] } {
  if (given === undefined) return {};
  const mail_domains = [...typedDomains(given.join(','))];
  const isKept = mail_domains.join(' ') === stored?.join(' ');
  const problem = isKept ? undefined : mailDomainsProblem(mail_domains);
  if (problem !== undefined) throw invalid(problem);
  return { mail_domains };
}

/** Throws 409 for a group that has people: they would become people of an organisation that is not theirs. Source: GROUP3. */
async function refuseHeld(tx: Transaction<Database>, group: string, peopleIn: PeopleIn): Promise<void> {
  if (group !== '' && (await peopleIn(tx, group)).all > 0) throw conflict(GROUP_HELD);
}

/** A new organisation. `makesGroup` states whether a group is created if none is given; `peopleIn` counts the accounts of a group. */
interface Creation {
  readonly body: BodyOf<typeof postCreateOrganisation>;
  readonly makesGroup: boolean;
  readonly peopleIn: PeopleIn;
}

/** Creates an organisation. Only staff may create one, because only staff see it until it has a group. */
export function createOrganisation(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  { body, makesGroup, peopleIn }: Creation,
): Promise<Row> {
  if (!seesEverything(caller.role)) throw forbidden('Only the staff of the provider can create organisations.');
  requireAdminFor(caller, body.authentication_group, 'the authentication group of an organisation');
  requireAdminFor(caller, body.mail_domains, 'the mail domains of an organisation');
  const { authentication_group = '', mail_domains, ...names } = body;
  const domains = domainsOf(mail_domains);
  const typed = organisationFields({ ...names, client_name: body.client_name ?? '', authentication_group });
  return runSerially(database, async (tx) => {
    await check(tx, scope, typed, typed, null);
    // Invitations and changes of accounts run concurrently: after this lock, all people who have been added to the group are counted.
    await holdLock(tx, locks.groupNames);
    await refuseHeld(tx, typed.authentication_group, peopleIn);
    const group = typed.authentication_group === '' && makesGroup ? await newGroup(tx, typed.name, peopleIn) : typed.authentication_group;
    const row = { id: `org-${randomUUID()}`, ...rowOf({ ...typed, authentication_group: group }), ...domains };
    const created = singleRow(await insertOrganisations(tx, [row]));
    noteChange(null, created);
    return created;
  });
}

/** Moves the members of a group to its new name. */
export type RenameGroup = (tx: Transaction<Database>, from: string, to: string) => Promise<void>;

/** A change of an organisation. */
interface OrganisationChange {
  readonly id: string;
  readonly body: BodyOf<typeof postUpdateOrganisation>;
  readonly renameGroup: RenameGroup;
  readonly peopleIn: PeopleIn;
}

/** Throws 409 if people would lose their organisation because it no longer has their group. A group that another organisation also has may be cleared. */
async function refuseLeaving(tx: Transaction<Database>, row: Row, peopleIn: PeopleIn): Promise<void> {
  const other = await tx
    .selectFrom('organisation')
    .select('id')
    .where('authentication_group', '=', row.authentication_group)
    .where('id', '!=', row.id)
    .executeTakeFirst();
  if (other === undefined) await refusePeople(tx, row, peopleIn, 'person');
}

/**
 * Moves the members of an organisation to the new name of its group. Throws 409 if people are in a group of the new name already, or if the group is cleared
 * while it has people, who would be shown nowhere. Source: GROUP1, GROUP3.
 */
async function changeGroup(tx: Transaction<Database>, row: Row, to: string, { renameGroup, peopleIn }: OrganisationChange): Promise<void> {
  const from = row.authentication_group ?? '';
  if (from === to) return;
  // Invitations and changes of accounts do not wait for the lock on names of places, so the groups have a separate lock.
  await holdLock(tx, locks.groupNames);
  if (to === '') return refuseLeaving(tx, row, peopleIn);
  await refuseHeld(tx, to, peopleIn);
  if (from !== '') await renameGroup(tx, from, to);
}

/**
 * Changes the given fields of an organisation; the others are kept, including concurrent changes by another user. If its group is renamed, the members move
 * with it.
 */
export function updateOrganisation(database: Kysely<Database>, { caller, scope }: ScopedCaller, change: OrganisationChange): Promise<Row> {
  const { id, body } = change;
  return runSerially(database, async (tx) => {
    const row = await tx.selectFrom('organisation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, row.id)) throw createFailure('noOrganisation');
    requireAdminFor(caller, body.authentication_group, 'the authentication group of an organisation');
    requireAdminFor(caller, body.mail_domains, 'the mail domains of an organisation');
    const { mail_domains, ...texts } = body;
    const known = { ...row, client_name: row.client_name ?? '', authentication_group: row.authentication_group ?? '' };
    const given = presentTexts(texts);
    const fields = organisationFields({ ...known, ...given });
    await check(tx, scope, fields, changedTexts(given, row), id);
    await changeGroup(tx, row, fields.authentication_group, change);
    const changed = await tx
      .updateTable('organisation')
      .set({ ...rowOf(fields), ...domainsOf(mail_domains, row.mail_domains) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    noteChange(row, changed);
    return changed;
  });
}
