/** The parameters that a caller may view, according to the colours of their groups. */

import { configColours, configRightsOf, isAllowed } from '#domain/configuration/configRights';
import type { Principal } from '../platform/principal.ts';
import type { Configuration, Parameter } from './configAt.ts';

/** Returns a predicate for parameters visible to the caller. Source: ROLE-006..012, DEV-101, GAP-49. */
export function viewableBy(caller: Principal): (parameter: Pick<Parameter, 'model'>) => boolean {
  const rights = configRightsOf(caller.groups);
  return ({ model }) => isAllowed(rights, model.group, 'view');
}

/** Filters a configuration for the caller: keeps all file names and the visible parameters. */
export const visibleConfiguration = (caller: Principal, { file_names, parameters }: Configuration): Configuration => ({
  file_names,
  parameters: parameters.filter(viewableBy(caller)),
});

/** The groups that the caller may view: their known colours, and whether groups of an unknown colour are included. */
export interface ViewableColours {
  readonly known: readonly string[];
  readonly unknown: boolean;
}

/** Returns the colours of groups that the caller may view. */
export function viewableColours(caller: Principal): ViewableColours {
  const rights = configRightsOf(caller.groups);
  return { known: configColours.filter((colour) => isAllowed(rights, `*-${colour}`, 'view')), unknown: isAllowed(rights, '', 'view') };
}
