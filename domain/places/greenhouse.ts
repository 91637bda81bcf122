/** The form of a greenhouse: its fields as stored (name, client name, location, map) and their problems. */

import { fieldText, fieldTextProblem, isSameName } from '../text/fieldText.ts';
import { takenText } from './archivable.ts';

/** The form fields of a greenhouse; '' means an empty field. */
export interface GreenhouseFields {
  readonly name: string;
  readonly client_name: string;
  readonly location_id: string;
  readonly map_id: string;
}

/** The options of the select fields and the entities with which names are compared; an undefined list is not checked. */
export interface GreenhouseChoices {
  readonly locations?: readonly string[] | undefined;
  readonly maps?: readonly string[] | undefined;
  /** The other greenhouses. */
  readonly others?:
    | readonly { readonly name: string; readonly location_id: string; readonly archived?: boolean | null | undefined }[]
    | undefined;
}

type Problems = { readonly [Name in keyof GreenhouseFields]?: string | undefined };

/** Returns the fields as stored: trimmed. */
export const greenhouseFields = (typed: GreenhouseFields): GreenhouseFields => ({
  name: fieldText(typed.name),
  client_name: fieldText(typed.client_name),
  location_id: fieldText(typed.location_id),
  map_id: fieldText(typed.map_id),
});

/** The message for a name that another greenhouse of the location already has. */
export const GREENHOUSE_NAME_TAKEN = 'Another greenhouse of this location has the same name.';

/** Returns the problems of a greenhouse's fields; undefined for a valid field. Used by console and server. Source: PLACE1, PLACE4. */
export function greenhouseProblems(fields: GreenhouseFields, { locations, maps, others = [] }: GreenhouseChoices): Problems {
  const { location_id, map_id } = fields;
  const taken = others.find((other) => other.location_id === location_id && isSameName(other.name, fields.name));
  const isUnknown = (id: string, ids: readonly string[] | undefined) => id !== '' && ids !== undefined && !ids.includes(id);
  const place = location_id === '' ? 'Location cannot be empty.' : undefined;
  return {
    name: fieldTextProblem(fields.name, { label: 'Name', isRequired: true }) ?? takenText(GREENHOUSE_NAME_TAKEN, taken),
    client_name: fieldTextProblem(fields.client_name, { label: 'Client name' }),
    location_id: isUnknown(location_id, locations) ? 'There is no such location.' : place,
    map_id: isUnknown(map_id, maps) ? 'There is no such map.' : undefined,
  };
}
