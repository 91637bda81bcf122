import {
  postArchiveDeviceType,
  postChangeRevision,
  postCreateDeviceType,
  postDeleteDeviceType,
  postMetadataSchema,
} from '#contract/devices/deviceType';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { authorOf, type ManagementDependencies } from './managementHandlers.ts';
import { changeSchema } from './deviceTypes/metadataSchema.ts';
import { archiveType, changeRevision, createType, removeType } from './deviceTypes/typeCatalogue.ts';

type TypeCall = 'postCreateDeviceType' | 'postArchiveDeviceType' | 'postDeleteDeviceType' | 'postChangeRevision' | 'postMetadataSchema';
const done = { result: true };

/** Creates the handlers of the catalogue of device types, for the staff. */
export function typeHandlers(dependencies: ManagementDependencies): Pick<Handlers, TypeCall> {
  const { database, credentialKey: key } = dependencies;
  return {
    postCreateDeviceType: serve(postCreateDeviceType, async ({ params, body, caller }) => {
      await createType(database, params.id, body, authorOf(dependencies, caller));
      return done;
    }),
    postArchiveDeviceType: serve(postArchiveDeviceType, async ({ params, body, caller }) => {
      await archiveType(database, params.id, body.archived, authorOf(dependencies, caller));
      return done;
    }),
    postDeleteDeviceType: serve(postDeleteDeviceType, async ({ params, caller }) => {
      await removeType(database, params.id, authorOf(dependencies, caller));
      return done;
    }),
    postChangeRevision: serve(postChangeRevision, async ({ params, body, caller }) => {
      await changeRevision(database, params.id, body, authorOf(dependencies, caller));
      return done;
    }),
    postMetadataSchema: serve(postMetadataSchema, ({ params: { id }, body, caller }) =>
      changeSchema(database, { id, body, key }, authorOf(dependencies, caller)),
    ),
  };
}
