/** The form of an organisation: name, client name and authentication group as stored, and their problems. */

import { fieldText, fieldTextProblem, isSameName } from '../text/fieldText.ts';
import { userTypesIn } from './rights.ts';
import { takenText } from '../places/archivable.ts';

/** The form fields of an organisation; '' means an empty field. */
export interface OrganisationFields {
  readonly name: string;
  readonly client_name: string;
  /** The group whose members may see the organisation. */
  readonly authentication_group: string;
}

interface Other {
  readonly name: string;
  readonly authentication_group?: string | null | undefined;
  readonly archived?: boolean | null | undefined;
}

type Problems = { readonly [Name in keyof OrganisationFields]?: string | undefined };

/** Returns the fields as stored: trimmed. */
export const organisationFields = (typed: OrganisationFields): OrganisationFields => ({
  name: fieldText(typed.name),
  client_name: fieldText(typed.client_name),
  authentication_group: fieldText(typed.authentication_group),
});

/** The message for a name that another organisation already has. */
export const ORGANISATION_NAME_TAKEN = 'Another organisation has the same name.';
/** The message for a group that another organisation already has. */
export const GROUP_TAKEN = 'Another organisation has the same authentication group.';
/** The message for a group that no other organisation has, but in which people of a former organisation remain. Source: GROUP3. */
export const GROUP_HELD =
  'People of a former organisation are still in this authentication group: move them to another organisation, or choose another group.';

/** Returns the problems of an organisation's fields; undefined for a valid field. Used by console and server. Source: PLACE1, PLACE5. */
export function organisationProblems(fields: OrganisationFields, others: readonly Other[]): Problems {
  const { name, authentication_group: group } = fields;
  const taken = group === '' ? undefined : others.find((other) => other.authentication_group === group);
  const isUserType = userTypesIn([group]).length > 0 ? 'An authentication group cannot be a user type.' : undefined;
  return {
    name:
      fieldTextProblem(name, { label: 'Name', isRequired: true }) ??
      takenText(
        ORGANISATION_NAME_TAKEN,
        others.find((other) => isSameName(other.name, name)),
      ),
    client_name: fieldTextProblem(fields.client_name, { label: 'Client name' }),
    authentication_group: fieldTextProblem(group, { label: 'Authentication group' }) ?? isUserType ?? takenText(GROUP_TAKEN, taken),
  };
}
