/** The rights to view and configure parameter groups, by role and by group colour from GREEN to RED. */

import { type Role, roleOf } from '../people/rights.ts';

/** An action on a parameter. `configure` includes `view`. Source: GAP-50. */
export type ConfigAction = 'view' | 'configure';

/** The colours of parameter groups, from harmless to dangerous. Source: CONST-066. */
export const configColours = ['GREEN', 'YELLOW', 'ORANGE', 'RED'] as const;

/**
 * The colour in rights that stands for every unknown or missing colour: the danger of such a parameter is unknown. A system_admin may configure it like RED;
 * the provider and administrators may view it. Source: CONFV2.
 */
const UNKNOWN = 'UNKNOWN';

const VIEWER = configColours.map((colour) => `*-${colour}-view`);

const rightsByRole: Readonly<Record<Role, readonly string[]>> = {
  system_admin: [...configColours, UNKNOWN].map((colour) => `*-${colour}-configure`),
  license_support_engineer: ['*-GREEN-configure', '*-YELLOW-configure', '*-ORANGE-configure', '*-RED-view', `*-${UNKNOWN}-view`],
  organisation_admin: [...VIEWER, `*-${UNKNOWN}-view`],
  organisation_user: VIEWER,
};

/** Returns the rights of a user, each written `group-colour-action` with `*` for any group; empty if the user has no groups. Source: ROLE-006..011. */
export function configRightsOf(groups: readonly string[]): readonly string[] {
  if (groups.length === 0) return [];
  const role = roleOf(groups);
  return role === null ? VIEWER : rightsByRole[role];
}

const splitAtLastDash = (text: string): readonly [string, string] => {
  const at = text.lastIndexOf('-');
  return at === -1 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
};

/** The colour of a parameter. */
export type ConfigColour = (typeof configColours)[number];

/** Splits a `model.group` written `Name-Colour`; the colour is null if `configColours` does not contain it. Source: ROLE-012. */
export function groupOf(modelGroup: string): { readonly name: string; readonly colour: ConfigColour | null } {
  const [name, colourName] = splitAtLastDash(modelGroup);
  const colour = configColours.find((known) => known === colourName.toUpperCase()) ?? null;
  return colour === null ? { name: modelGroup, colour } : { name, colour };
}

/** Checks whether the rights allow the action on a parameter with this `model.group` (`Name-Colour`). Source: ROLE-006, ROLE-012, GAP-50, CONFV2. */
export function isAllowed(rights: readonly string[], modelGroup: string, action: ConfigAction): boolean {
  const { name, colour } = groupOf(modelGroup);
  return rights.some((right) => {
    const [where, allowed] = splitAtLastDash(right);
    const [group, ofColour] = splitAtLastDash(where);
    return (
      (group === '*' || group === name) &&
      ofColour === (colour ?? UNKNOWN) &&
      (allowed === 'configure' || (allowed === 'view' && action === 'view'))
    );
  });
}
