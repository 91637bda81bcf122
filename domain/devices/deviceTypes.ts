/** One row per device type (`TypeTraits`): its detail page, and whether it sends push notifications. */

/** The detail page of a type: sections of a lane robot, sections of a docking platform, or a note that there is no detail page. */
type DetailVariant = 'lanes' | 'dock' | 'none';

/** The properties of a device type that the rules depend on. */
export interface TypeTraits {
  readonly detail: DetailVariant;
  /** True when the type sends push notifications. Source: PROF-007. */
  readonly notifies: boolean;
}

const PLAIN: TypeTraits = { detail: 'none', notifies: false };

/** The traits of every known device type, in the order of the specification. Source: CONST-062, DEV-020, DEV-051, DEV-066, PROF-007. */
export const deviceTypes: Readonly<Record<string, TypeTraits>> = {
  LUMION_FIX: { detail: 'lanes', notifies: true },
  XENION_CONNECT: { ...PLAIN, detail: 'lanes' },
  XENION_A6: { ...PLAIN },
  DIV01: { detail: 'dock', notifies: true },
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

/** Returns the traits of a type; an unknown type has neither a detail page nor notifications. */
export function traitsOf(device_type: string): TypeTraits {
  return Object.hasOwn(deviceTypes, device_type) ? (deviceTypes[device_type] ?? PLAIN) : PLAIN;
}
