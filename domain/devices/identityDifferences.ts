/** The identity that a device reports (type, revision, components, software), compared with the values that people entered. */

import type { Device, ReportedIdentity } from '#contract/devices/device';

/** A reported part of a device's identity; `differs` if people entered another value, which is in `entered`. */
export interface IdentityLine {
  readonly name: string;
  readonly reported: string;
  readonly entered: string | null;
  readonly differs: boolean;
  readonly of: 'device' | 'component' | 'software';
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function line(of: IdentityLine['of'], name: string, reported: string, entered: unknown): IdentityLine {
  const known = typeof entered === 'string' && entered !== '' && entered !== '***' ? entered : null;
  return { of, name, reported, entered: known, differs: known !== null && !same(reported, known) };
}

const linesOf = (
  of: IdentityLine['of'],
  named: Readonly<Record<string, string>> | null | undefined,
  entered: Readonly<Record<string, unknown>>,
) => Object.entries(named ?? {}).map(([name, reported]) => line(of, name, reported, Object.hasOwn(entered, name) ? entered[name] : null));

/**
 * Returns the identity that a device reports, compared with the entered one: type and hardware revision only when they differ or were not entered, and all
 * components and software. A component is compared with the metadata field of its name. Source: IDENT2.
 */
export function identityLines(
  device: Pick<Device, 'device_type' | 'hardware_revision_id' | 'metadata'>,
  { device_type, hardware_revision, components, software }: ReportedIdentity,
): readonly IdentityLine[] {
  const facts = [
    ...(device_type ? [line('device', 'Device Type', device_type, device.device_type)] : []),
    ...(hardware_revision ? [line('device', 'Hardware Revision', hardware_revision, device.hardware_revision_id)] : []),
  ];
  return [
    ...facts.filter(({ differs, entered }) => differs || entered === null),
    ...linesOf('component', components, device.metadata ?? {}),
    ...linesOf('software', software, {}),
  ];
}

/** Returns one sentence per place where entered values that differ from the reported ones can be corrected, and by whom. Source: IDENT2. */
export const correctionTexts = (lines: readonly IdentityLine[], { isStaff }: { readonly isStaff: boolean }): readonly string[] => [
  ...(lines.some(({ of, differs }) => differs && of === 'device')
    ? [
        `Where the entered type or revision is wrong, ${isStaff ? '"Edit Device" corrects it' : 'ask the staff of the provider to correct it'}.`,
      ]
    : []),
  ...(lines.some(({ of, differs }) => differs && of === 'component')
    ? ['Where the entered metadata of a component is wrong, "Edit Metadata" corrects it.']
    : []),
];
