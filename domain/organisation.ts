import { fieldText, fieldTextProblem, isSameName } from './fieldText.ts';
import { userTypesIn } from './rights.ts';

/** The fields of an organisation as a form holds them; '' is nothing. */
export interface OrganisationFields {
  readonly name: string;
  readonly client_name: string;
  /** The group whose members see the organisation. */
  readonly authentication_group: string;
}

interface Other {
  readonly name: string;
  readonly authentication_group?: string | null | undefined;
}

type Problems = { readonly [Name in keyof OrganisationFields]?: string | undefined };

/** The fields as they are kept. */
export const organisationFields = (typed: OrganisationFields): OrganisationFields => ({
  name: fieldText(typed.name),
  client_name: fieldText(typed.client_name),
  authentication_group: fieldText(typed.authentication_group),
});

/** Shown for a name that another organisation has. */
export const ORGANISATION_NAME_TAKEN = 'Another organisation has the same name.';
/** Shown for a group that another organisation has. */
export const GROUP_TAKEN = 'Another organisation has the same authentication group.';

/** What is wrong with each field of an organisation; console and server ask the same. Source: PLACE1, PLACE5. */
export function organisationProblems(fields: OrganisationFields, others: readonly Other[]): Problems {
  const { name, authentication_group: group } = fields;
  const isGroupTaken = group !== '' && others.some((other) => other.authentication_group === group);
  const isUserType = userTypesIn([group]).length > 0 ? 'An authentication group cannot be a user type.' : undefined;
  return {
    name:
      fieldTextProblem(name, { label: 'Name', isRequired: true }) ??
      (others.some((other) => isSameName(other.name, name)) ? ORGANISATION_NAME_TAKEN : undefined),
    client_name: fieldTextProblem(fields.client_name, { label: 'Client name' }),
    authentication_group:
      fieldTextProblem(group, { label: 'Authentication group' }) ?? isUserType ?? (isGroupTaken ? GROUP_TAKEN : undefined),
  };
}
