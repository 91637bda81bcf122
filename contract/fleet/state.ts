import { instant, z } from '../schema.ts';
import { stateFieldNames, stateFields, type StateField } from './stateFields.ts';

const schemaByType = {
  number: z.number().nullish(),
  text: z.string().nullish(),
  flag: z.boolean().nullish(),
  textOrFlag: z.union([z.string(), z.boolean()]).nullish(),
} as const;

type FieldSchemas = { readonly [Field in StateField]: (typeof schemaByType)[(typeof stateFields)[Field]] };

function fieldSchemas(): FieldSchemas;
function fieldSchemas(): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(stateFieldNames.map((field) => [field, schemaByType[stateFields[field]]]));
}

/** The `state` object on the wire: LUMION_FIX and XENION_* have `current_state`, a DIV01 has `state`. Source: OPEN-06. */
export const wireState = z.object(fieldSchemas());
/** The `state` object on the wire. */
export type WireState = z.infer<typeof wireState>;

/** A parsed state: shape `tasks` for devices with `current_state` and `current_task`, `docks` for the DIV01. */
export type ReportedState = WireState & { readonly shape: 'tasks' | 'docks' };

type Shape = ReportedState['shape'];
const isTagged = (state: WireState & { shape?: Shape }): state is ReportedState => state.shape !== undefined;

/**
 * Adds the shape to a state; a DIV01 has a `state` field. Mutates its argument: it was just parsed and has no other reference, and a copy would cost
 * more than the validation.
 */
export function tagState(sent: WireState & { shape?: Shape }): ReportedState {
  const shape = typeof sent.state === 'string' ? 'docks' : 'tasks';
  sent.shape = shape;
  return isTagged(sent) ? sent : { ...sent, shape };
}

/** The newest report of one device. `timestamp` is the instant the server received it. Source: OPEN-05, OPEN-06. */
export const deviceState = z.object({ timestamp: instant, is_live: z.boolean().nullish(), state: wireState });
/** The newest report of one device. */
export type DeviceState = z.infer<typeof deviceState>;
