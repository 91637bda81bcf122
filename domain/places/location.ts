/** The form of a location: its fields as stored (name, address, owner, timezone) and their problems. */

import { ADDRESS_LENGTH, fieldText, fieldTextProblem, isSameName } from '../text/fieldText.ts';
import { isTimezone } from '../text/timezone.ts';
import { takenText } from './archivable.ts';

/** The note next to fields that only a system_admin can change. Source: LOC-009, LOC-025, MSG-075. */
export const MANAGER_ONLY = 'Can only be updated by your Cloud Manager';

/** The form fields of a location; '' means an empty field. */
export interface LocationFields {
  readonly name: string;
  readonly client_name: string;
  readonly address: string;
  /** The id of the organisation that owns the location. */
  readonly owned_by: string;
  readonly timezone: string;
}

/** The options of the select fields and the entities with which names are compared; an undefined list is not checked. */
export interface LocationChoices {
  readonly owners?: readonly string[] | undefined;
  /** The timezones that the server offers: they are valid even if the browser does not know them. */
  readonly timezones?: readonly string[] | undefined;
  /** The other locations. */
  readonly others?:
    | readonly { readonly name: string; readonly owned_by: string; readonly archived?: boolean | null | undefined }[]
    | undefined;
}

type Problems = { readonly [Name in keyof LocationFields]?: string | undefined };

/** Returns the fields as stored: trimmed. */
export const locationFields = (typed: LocationFields): LocationFields => ({
  name: fieldText(typed.name),
  client_name: fieldText(typed.client_name),
  address: fieldText(typed.address),
  owned_by: fieldText(typed.owned_by),
  timezone: fieldText(typed.timezone),
});

const chosen = (label: string, value: string, choices: readonly string[] | undefined): string | undefined => {
  if (value === '') return `${label} cannot be empty.`;
  return choices === undefined || choices.includes(value) ? undefined : `There is no such ${label.toLowerCase()}.`;
};

/** The message for a name that another location of the organisation already has. */
export const LOCATION_NAME_TAKEN = 'Another location of this organisation has the same name.';

/** Returns the problems of a location's fields; undefined for a valid field. Used by console and server. Source: PLACE1..PLACE3, ANY18. */
export function locationProblems(fields: LocationFields, { owners, timezones = [], others = [] }: LocationChoices): Problems {
  const taken = others.find(({ name, owned_by }) => owned_by === fields.owned_by && isSameName(name, fields.name));
  return {
    name: fieldTextProblem(fields.name, { label: 'Name', isRequired: true }) ?? takenText(LOCATION_NAME_TAKEN, taken),
    client_name: fieldTextProblem(fields.client_name, { label: 'Client name' }),
    address: fieldTextProblem(fields.address, { label: 'Address', maxLength: ADDRESS_LENGTH }),
    owned_by: chosen('Organisation', fields.owned_by, owners),
    timezone: chosen('Timezone', fields.timezone, isTimezone(fields.timezone) ? undefined : timezones),
  };
}
