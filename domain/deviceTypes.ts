/** How a type is shown on the detail page: the sections of a lane robot, those of a docking platform, or the note that there is none. */
type DetailVariant = 'lanes' | 'dock' | 'none';
/** Which rules tell treatment and error of a type: by `current_state` and `current_task`, by `state`, or not at all. */
export type StateRules = 'tasks' | 'docks' | 'none';

/** What the console knows of a device type. */
export interface TypeTraits {
  readonly detail: DetailVariant;
  readonly stateRules: StateRules;
  /** Whether it sends notifications to telephones. Source: PROF-007. */
  readonly notifies: boolean;
}

const PLAIN: TypeTraits = { detail: 'none', stateRules: 'none', notifies: false };

/** Every known device type with its traits, in the order of the specification. Source: CONST-062, DEV-020, DEV-051, DEV-066, GAP-05, PROF-007. */
export const deviceTypes: Readonly<Record<string, TypeTraits>> = {
  LUMION_FIX: { detail: 'lanes', stateRules: 'tasks', notifies: true },
  XENION_CONNECT: { ...PLAIN, detail: 'lanes', stateRules: 'tasks' },
  XENION_A6: { ...PLAIN, stateRules: 'tasks' },
  DIV01: { detail: 'dock', stateRules: 'docks', notifies: true },
  UVP01: PLAIN,
  UVP02: PLAIN,
  UVP03: PLAIN,
  UVP04: PLAIN,
  SPR01: PLAIN,
  SCT01: PLAIN,
  DSS01: PLAIN,
  DIL01: PLAIN,
  DBD01: PLAIN,
  BUG01: PLAIN,
  KOMPANO: PLAIN,
};

/** The traits of a type; a type nobody knows has none. */
export function traitsOf(device_type: string): TypeTraits {
  return Object.hasOwn(deviceTypes, device_type) ? (deviceTypes[device_type] ?? PLAIN) : PLAIN;
}
