import { configRightsOf, isAllowed } from '#domain/configRights';
import type { Principal } from '../platform/principal.ts';
import type { Configuration, Parameter } from './configAt.ts';

/** Whether a person may see a parameter. Source: ROLE-006..012, DEV-101, GAP-49. */
export function viewableBy(caller: Principal): (parameter: Pick<Parameter, 'model'>) => boolean {
  const rights = configRightsOf(caller.groups);
  return ({ model }) => isAllowed(rights, model.group, 'view');
}

/** A configuration as a person may see it: all file names, and of the parameters those that may be viewed. */
export const seenBy = (caller: Principal, { file_names, parameters }: Configuration): Configuration => ({
  file_names,
  parameters: parameters.filter(viewableBy(caller)),
});
