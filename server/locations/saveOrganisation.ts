/** Creates and updates organisations; a changed authentication group moves its members. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import {
  GROUP_TAKEN,
  ORGANISATION_NAME_TAKEN,
  type OrganisationFields,
  organisationFields,
  organisationProblems,
} from '#domain/people/organisation';
import { mailDomainsProblem, typedDomains } from '#domain/people/mailDomains';
import { seesEverything } from '#domain/people/rights';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden, invalid } from '../platform/failure/failure.ts';
import { insertOrganisations, singleRow } from './insertPlaces.ts';
import { covers } from './visibility.ts';
import type { Scope, ScopedCaller } from '../platform/principal.ts';
import { runSerially, emptyToNull, refuseProblems, requireAdminFor, presentTexts } from './placeValidation.ts';

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

/** Returns an unused group name for an organisation, derived from its name: "Kwekerij Böş" gives "organisation:kwekerij-bos". */
async function newGroup(tx: Transaction<Database>, name: string): Promise<string> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['company'];
  const wanted = `organisation:${words.join('-').slice(0, GROUP_LENGTH)}`;
  const rows = await tx.selectFrom('organisation').select('authentication_group').execute();
  const taken = new Set(rows.map(({ authentication_group }) => authentication_group));
  let group = wanted;
  for (let count = 2; taken.has(group); count += 1) group = `${wanted}-${count}`;
  return group;
}

/** Returns the given mail domains as stored. Throws 400 for an invalid one. Source: MAILD1. */
function domainsOf(given: readonly string[] | undefined): { readonly mail_domains?: string[] } {
  if (given === undefined) return {};
  const mail_domains = [...typedDomains(given.join(','))];
  const problem = mailDomainsProblem(mail_domains);
  if (problem !== undefined) throw invalid(problem);
  return { mail_domains };
}

/** A new organisation. `makesGroup` says whether a group is created for it if none is given. */
interface Creation {
  readonly body: BodyOf<typeof postCreateOrganisation>;
  readonly makesGroup: boolean;
}

/** Creates an organisation. Only staff may create one, because only staff see it until it has a group. */
export function createOrganisation(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  { body, makesGroup }: Creation,
): Promise<Row> {
  if (!seesEverything(caller.role)) throw forbidden('Only the staff of the provider can create organisations.');
  requireAdminFor(caller, body.authentication_group, 'the authentication group of an organisation');
  requireAdminFor(caller, body.mail_domains, 'the mail domains of an organisation');
  const { authentication_group = '', mail_domains, ...names } = body;
  const domains = domainsOf(mail_domains);
  const typed = organisationFields({ ...names, client_name: body.client_name ?? '', authentication_group });
  return runSerially(database, async (tx) => {
    await check(tx, scope, typed, typed, null);
    const group = typed.authentication_group === '' && makesGroup ? await newGroup(tx, typed.name) : typed.authentication_group;
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
}

/**
 * Changes the given fields of an organisation; the others are kept, including concurrent changes by another user. If its group is renamed, the members move
 * with it.
 */
export function updateOrganisation(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  { id, body, renameGroup }: OrganisationChange,
): Promise<Row> {
  return runSerially(database, async (tx) => {
    const row = await tx.selectFrom('organisation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, row.id)) throw createFailure('noOrganisation');
    requireAdminFor(caller, body.authentication_group, 'the authentication group of an organisation');
    requireAdminFor(caller, body.mail_domains, 'the mail domains of an organisation');
    const { mail_domains, ...texts } = body;
    const known = { ...row, client_name: row.client_name ?? '', authentication_group: row.authentication_group ?? '' };
    const given = presentTexts(texts);
    const fields = organisationFields({ ...known, ...given });
    await check(tx, scope, fields, given, id);
    const [from, to] = [known.authentication_group, fields.authentication_group];
    if (from !== '' && to !== '' && from !== to) await renameGroup(tx, from, to);
    const changed = await tx
      .updateTable('organisation')
      .set({ ...rowOf(fields), ...domainsOf(mail_domains) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    noteChange(row, changed);
    return changed;
  });
}
