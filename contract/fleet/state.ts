/** `wireState` and `deviceState`: the schemas of a device report, derived from `stateFields.ts`. Unknown fields are kept. */

import { instant, z } from '../schema.ts';
import { stateFieldNames, stateFields, type StateField } from './stateFields.ts';

const schemaByType = {
  number: z.nullish(z.number()),
  text: z.nullish(z.string()),
  flag: z.nullish(z.boolean()),
  textOrFlag: z.nullish(z.union([z.string(), z.boolean()])),
} as const;

type FieldSchemas = { readonly [Field in StateField]: (typeof schemaByType)[(typeof stateFields)[Field]] };

function fieldSchemas(): FieldSchemas;
function fieldSchemas(): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries(stateFieldNames.map((field) => [field, schemaByType[stateFields[field]]]));
}

/** The `state` object on the wire: LUMION_FIX and XENION_* have `current_state`, a DIV01 has `state`. All other reported fields are kept. Source: OPEN-06. */
export const wireState = z.looseObject(fieldSchemas());
/** The known fields of the `state` object on the wire. */
export type WireState = { -readonly [Field in StateField]?: z.infer<FieldSchemas[Field]> };

/** A state that may be missing or null; it is then read as a state without fields, and the device still counts as connected. Source: MERGE7. */
export const optionalState = z.pipe(
  z.nullish(wireState),
  z.transform((state): WireState => state ?? {}),
);

/** The newest report of one device. `timestamp` is the instant at which the server received it. Source: OPEN-05, OPEN-06. */
export const deviceState = z.object({ timestamp: instant, is_live: z.nullish(z.boolean()), state: optionalState });
/** The newest report of one device. */
export type DeviceState = z.infer<typeof deviceState>;
