/** The JSON type of a field of a device report; each may be missing or null. `textOrFlag` is a string or a boolean. */
export type StateFieldType = 'number' | 'text' | 'flag' | 'textOrFlag';

/**
 * All fields of a device report, by wire name. Schema, guard and columns are derived from this table. The battery level is in percent, the pose in metres and
 * radians on the device's map. This file imports nothing, so that workers can load it without the schema library. Source: spec, Device state.
 */
export const stateFields = {
  // Fields of every device type. `controller_name` and `controller_since` are extensions of this server: the display name of the user in control, and the
  // instant at which that user took control.
  battery_level: 'number',
  controller: 'text',
  controller_name: 'text',
  controller_since: 'text',
  current_node: 'text',
  current_pose_x: 'number',
  current_pose_y: 'number',
  current_pose_theta: 'number',
  current_velocity: 'number',
  // Fields of LUMION_FIX and XENION_*.
  current_state: 'text',
  current_task: 'text',
  error_code: 'text',
  // Fields of a DIV01.
  state: 'text',
  error: 'text',
  di_state: 'text',
  rp_state: 'text',
  implement_state: 'text',
  implement_functional: 'flag',
  implement_error: 'textOrFlag',
  implement_error_code: 'text',
  implement_imp_state: 'text',
  implement_imp_state_left: 'text',
  implement_implement: 'text',
  implement_implement_type: 'text',
  implement_implement_left: 'text',
  implement_implement_type_left: 'text',
  implement_sideshift: 'text',
} as const satisfies Readonly<Record<string, StateFieldType>>;

/** The wire name of a field of a device report. */
export type StateField = keyof typeof stateFields;
/** The wire names of the fields of the given types. */
export type StateFieldOf<Type extends StateFieldType> = {
  [Field in StateField]: (typeof stateFields)[Field] extends Type ? Field : never;
}[StateField];

/** Checks whether a name is that of a known field. */
export const isStateField = (name: string): name is StateField => Object.hasOwn(stateFields, name);
/** The wire names of all fields, in the order of the table. */
export const stateFieldNames = Object.keys(stateFields).filter(isStateField);

/** Returns the wire names of the fields of the given types, in the order of the table. */
export function stateFieldsOf<Type extends StateFieldType>(...types: readonly Type[]): readonly StateFieldOf<Type>[] {
  const isOfType = (field: StateField): field is StateFieldOf<Type> => types.some((type) => type === stateFields[field]);
  return stateFieldNames.filter(isOfType);
}
