/** The catalogue of device types: the calls to add, archive and remove a type, and to change its hardware revisions and metadata schema. */

import { call } from '../call.ts';
import { z } from '../schema.ts';

// All calls of this file are extensions of this server, announced as `catalogues` and `metadata_schemas`. They fail with 403 for users who are not staff, and
// with 404 for an unknown type.

const MAX_ID = 100;
const MAX_REVISIONS = 100;
const saved = z.object({ result: z.boolean() });

/** Adds a device type without metadata schema. Fails: 400 for an invalid id, name or revision; 409 when the id exists (case-insensitive). */
export const postCreateDeviceType = call({
  method: 'POST',
  path: 'create_device_type/{id}',
  summary: 'Adds a device type.',
  body: z.object({
    name: z.string(),
    revisions: z.optional(z.array(z.string().check(z.maxLength(MAX_ID))).check(z.maxLength(MAX_REVISIONS))),
  }),
  answer: saved,
});

/** Archives a device type, so that it is no longer offered for new devices, or restores it; devices of the type are not affected. */
export const postArchiveDeviceType = call({
  method: 'POST',
  path: 'archive_device_type/{id}',
  summary: 'Archives a device type, or restores it.',
  body: z.object({ archived: z.boolean() }),
  answer: saved,
});

/** Removes a device type. Fails: 409 if devices are of this type; the message contains their number. */
export const postDeleteDeviceType = call({
  method: 'POST',
  path: 'delete_device_type/{id}',
  summary: 'Removes a device type.',
  body: z.object({}),
  answer: saved,
});

/** The operations on a hardware revision of a type. */
export const revisionAct = z.enum(['add', 'remove', 'archive', 'restore']);
/** An operation on a hardware revision of a type. */
export type RevisionAct = z.infer<typeof revisionAct>;

/**
 * Adds a hardware revision to a type, removes it, archives it (no longer offered for new devices) or restores it. Fails: 400 for an invalid revision; 404 for
 * an unknown one; 409 when adding one that exists (case-insensitive) or removing one that devices have.
 */
export const postChangeRevision = call({
  method: 'POST',
  path: 'device_type/{id}/revision',
  summary: 'Changes the hardware revisions of a device type.',
  body: z.object({ revision_id: z.string().check(z.maxLength(MAX_ID)), act: revisionAct }),
  answer: saved,
});

const schema = z.nullable(z.record(z.string(), z.unknown()));

/**
 * Sets, replaces or removes (null) the metadata schema of a device type. `known` is the schema that the editor loaded. `result` is false, and nothing is saved,
 * when `unfit` devices, of which `serials` names some, would no longer match the schema and `accept_unfit` is not true; with `accept_unfit`, their metadata is
 * marked as not valid. Announced as `metadata_schemas`. Fails: 400 for an invalid schema; 409 when the schema was changed meanwhile, for a type whose metadata
 * the specification describes, and when secret values would become readable.
 */
export const postMetadataSchema = call({
  method: 'POST',
  path: 'device_type/{id}/metadata_schema',
  summary: 'Changes the metadata schema of a device type.',
  body: z.object({ metadata_schema: schema, known: schema, accept_unfit: z.optional(z.boolean()) }),
  answer: z.object({ result: z.boolean(), unfit: z.number(), serials: z.array(z.string()) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceTypeCalls = {
  postCreateDeviceType,
  postArchiveDeviceType,
  postDeleteDeviceType,
  postChangeRevision,
  postMetadataSchema,
} as const;
