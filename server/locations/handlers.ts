/** Handlers that change locations, greenhouses and organisations, archive or remove them, and read a location's network. */

import type { KeyObject } from 'node:crypto';
import { postArchive } from '#contract/archive';
import {
  getGreenhouseByMap,
  getGreenhousesOfLocation,
  postCreateGreenhouse,
  postDeleteGreenhouse,
  postUpdateGreenhouse,
} from '#contract/greenhouse';
import {
  getNetworkInformation,
  getTimezones,
  postCreateLocation,
  postDeleteLocation,
  postDeleteNetworkInformation,
  postUpdateLocation,
  postUpdateNetworkInformation,
} from '#contract/location';
import { postCreateOrganisation, postDeleteOrganisation, postUpdateOrganisation } from '#contract/organisation';
import { isArchivable } from '#domain/places/archivable';
import { timezones } from '#domain/text/timezone';
import { notFound } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { archive } from './archive.ts';
import { readNetworkInformation, removeNetwork, writeNetwork } from './networkInformation.ts';
import { findGreenhouseOfMap, greenhousesOf, organisationFor, requireLocation } from './findPlace.ts';
import { createGreenhouse, updateGreenhouse } from './saveGreenhouse.ts';
import { createLocation, updateLocation, type Redeploy } from './saveLocation.ts';
import { type PeopleIn, removeGreenhouse, removeLocation, removeOrganisation } from './removePlace.ts';
import { createOrganisation, type RenameGroup, updateOrganisation } from './saveOrganisation.ts';
import type { PlaceDependencies } from './placeHandlers.ts';

/** Dependencies of the location handlers. */
export interface LocationDependencies extends PlaceDependencies {
  /** Encrypts the network information. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}

/** Creates the handlers of locations. Permissions are in `domain/people/callRights.ts`; only a system_admin may change the owner of a location. */
export function locationHandlers({
  database,
  registry,
  credentialKey: key,
  now,
  redeploy,
}: LocationDependencies & { readonly redeploy: Redeploy }) {
  return {
    postCreateLocation: serve(postCreateLocation, async ({ caller, scope, body }) => ({
      result: await createLocation(database, { caller, scope }, body),
    })),
    postUpdateLocation: serve(postUpdateLocation, async ({ caller, scope, params, body }) => {
      const result = await updateLocation(database, { caller, scope }, { id: params.id, body, redeploy });
      // Applies the new ownership at once. If the refresh fails, the change is saved nevertheless and applied by the next refresh.
      if (body.owned_by !== undefined) await registry.refresh().catch(() => undefined);
      return { result };
    }),
    postDeleteLocation: serve(postDeleteLocation, async ({ caller, scope, params }) => ({
      result: await removeLocation(database, { caller, scope }, params.id),
    })),
    getNetworkInformation: serve(getNetworkInformation, async ({ scope, params }) =>
      readNetworkInformation(database, key, await requireLocation(database, scope, params.id)),
    ),
    postUpdateNetworkInformation: serve(postUpdateNetworkInformation, async ({ scope, params, body }) => {
      const location = await requireLocation(database, scope, params.id);
      await writeNetwork(database, key, { location, scope, input: body, at: new Date(now()) });
      return { result: true };
    }),
    postDeleteNetworkInformation: serve(postDeleteNetworkInformation, async ({ scope, params }) => {
      await removeNetwork(database, scope, await requireLocation(database, scope, params.id));
      return { result: true };
    }),
    getTimezones: serve(getTimezones, () => ({ result: [...timezones()] })),
  } satisfies Partial<Handlers>;
}

/** Creates the handlers of greenhouses; only a system_admin may change the location. */
export function greenhouseHandlers({ database }: Pick<PlaceDependencies, 'database'>) {
  return {
    postCreateGreenhouse: serve(postCreateGreenhouse, async ({ caller, scope, body }) => ({
      result: await createGreenhouse(database, { caller, scope }, body),
    })),
    postUpdateGreenhouse: serve(postUpdateGreenhouse, async ({ caller, scope, params, body }) => ({
      result: await updateGreenhouse(database, { caller, scope }, params.id, body),
    })),
    postDeleteGreenhouse: serve(postDeleteGreenhouse, async ({ caller, scope, params }) => ({
      result: await removeGreenhouse(database, { caller, scope }, params.id),
    })),
    getGreenhousesOfLocation: serve(getGreenhousesOfLocation, async ({ scope, params }) => ({
      result: await greenhousesOf(database, await requireLocation(database, scope, params.id)),
    })),
    getGreenhouseByMap: serve(getGreenhouseByMap, async ({ scope, params }) => ({
      result: await findGreenhouseOfMap(database, scope, params.mapId),
    })),
  } satisfies Partial<Handlers>;
}

/** Creates the handler that archives and restores places and maps. `peopleIn` counts the accounts of an organisation. */
export function archiveHandlers({ database, peopleIn }: Pick<PlaceDependencies, 'database'> & { readonly peopleIn: PeopleIn }) {
  return {
    postArchive: serve(postArchive, async ({ caller, scope, params: { kind, id }, body: { archived } }) => {
      if (!isArchivable(kind)) throw notFound('no such kind');
      return { result: await archive(database, { caller, scope }, { kind, id, archived }, peopleIn) };
    }),
  } satisfies Partial<Handlers>;
}

interface OrganisationDependencies extends PlaceDependencies {
  readonly keepsAccounts: boolean;
  readonly peopleIn: PeopleIn;
  readonly renameGroup: RenameGroup;
}

/**
 * Creates the handlers of organisations; only a system_admin may change the authentication group. `keepsAccounts` states whether this server stores the
 * accounts, so that it may also create groups; `peopleIn` counts the accounts.
 */
export function organisationHandlers({ database, registry, keepsAccounts, peopleIn, renameGroup }: OrganisationDependencies) {
  return {
    postCreateOrganisation: serve(postCreateOrganisation, async ({ caller, scope, body }) => {
      const creation = { body, makesGroup: keepsAccounts, peopleIn };
      const result = organisationFor(caller, await createOrganisation(database, { caller, scope }, creation));
      await registry.refresh().catch(() => undefined);
      return { result };
    }),
    postDeleteOrganisation: serve(postDeleteOrganisation, async ({ caller, scope, params }) => {
      const result = await removeOrganisation(database, { caller, scope }, params.id, peopleIn);
      await registry.refresh().catch(() => undefined);
      return { result };
    }),
    postUpdateOrganisation: serve(postUpdateOrganisation, async ({ caller, scope, params, body }) => {
      const change = { id: params.id, body, renameGroup, peopleIn };
      const result = organisationFor(caller, await updateOrganisation(database, { caller, scope }, change));
      if (body.authentication_group !== undefined) await registry.refresh().catch(() => undefined);
      return { result };
    }),
  } satisfies Partial<Handlers>;
}
