/** Maintenance of a device: settings (name, life cycle stage), SSH credentials per `sshTarget` (`pi`, `nuc`, `router`). */

import { call } from '../call.ts';
import { instant, z } from '../schema.ts';

/** The computers on a device that are accessible by SSH. Source: CONST-068. */
export const sshTarget = z.enum(['pi', 'nuc', 'router']);
/** A computer on a device that is accessible by SSH. */
export type SshTarget = z.infer<typeof sshTarget>;

/** The name of a device and the id of its life cycle stage. */
const settings = z.object({ name: z.string(), life_cycle_stage: z.string() });

/** Returns the name and the stage of a device, which `update_device` writes. Fails: 404 unknown or not visible. Source: CALL-067, OPEN-38, GAP-31. */
export const getMaintenanceSettings = call({
  method: 'GET',
  path: 'xenion/{serial}/maintenance/settings',
  summary: 'Name and life cycle stage of a device.',
  answer: z.object({ settings }),
});

/**
 * Saves the given settings. Fails: 400 if no setting is given, for an invalid name or an unknown stage; 404 unknown or not visible. Source: CALL-068, OPEN-38.
 */
export const postMaintenanceSettings = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/settings',
  summary: 'Changes name or life cycle stage of a device.',
  body: z.object({ settings: z.partial(settings) }),
  answer: z.object({ success: z.boolean() }),
});

/** The SSH credentials of one computer of a device. Each request for them is audited. */
export const sshCredentials = z.object({ username: z.string(), password: z.string() });
/** The SSH credentials of one computer of a device. */
export type SshCredentials = z.infer<typeof sshCredentials>;

/** The SSH credentials of one computer in a response; a field that is not stored may be missing. */
const storedCredentials = z.object({ username: z.nullish(z.string()), password: z.nullish(z.string()) });
/** The SSH credentials of one computer in a response. */
export type StoredCredentials = z.infer<typeof storedCredentials>;

/**
 * The stored credentials. Until somebody confirms that the device uses them, also the previous ones (`former`) and the time at which the stored ones were
 * saved. Not in the specification: `ssh_former`.
 */
const sshAnswer = z.extend(storedCredentials, { former: z.nullish(storedCredentials), saved_at: z.nullish(instant) });

/**
 * Returns the credentials of one target (`sshTarget`). They are only stored, never sent to a device; until they are confirmed, `former` holds the previous
 * ones. Fails: 400 unknown target, 404 for a device that is unknown, not visible or without stored credentials, 409 when they were encrypted with a key other
 * than this server's. Source: CALL-069, OPEN-39.
 */
export const getMaintenanceDeployment = call({
  method: 'GET',
  path: 'xenion/{serial}/maintenance/deployment/{target}',
  summary: 'SSH credentials of one computer of a device.',
  answer: sshAnswer,
  secret: true,
});

/** One field of the credentials; an empty value leaves the stored field unchanged. */
const input = z.optional(z.string().check(z.maxLength(200)));
const inputs = z.optional(z.strictObject({ username: input, password: input }));

/** Saves the non-empty fields of the given targets. Fails: 400 if no field is given, 404 unknown or not visible. Source: CALL-070, OPEN-40. */
export const postMaintenanceDeployment = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/deployment',
  summary: 'Saves SSH credentials of a device.',
  body: z.object({ deployment: z.strictObject({ pi: inputs, nuc: inputs, router: inputs }) }),
  answer: z.object({ success: z.boolean() }),
});

/**
 * Confirms that a computer of a device uses the stored credentials, and deletes the previous ones. `saved_at` identifies the stored credentials that the caller
 * has read. An extension of this server, announced as `ssh_former`. Fails: 400 unknown target, 404 unknown, not visible or without stored credentials, 409 when
 * others were saved meanwhile.
 */
export const postConfirmMaintenanceDeployment = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/deployment/{target}/confirm',
  summary: 'Confirms that a device has the stored SSH credentials.',
  body: z.object({ saved_at: z.optional(instant) }),
  answer: z.object({ success: z.boolean() }),
});

/**
 * Removes the stored credentials of one computer of a device, and the previous ones; has no effect when none are stored. An extension of this server, announced
 * as `secret_removals`. Fails: 400 unknown target, 404 unknown or not visible.
 */
export const postDeleteMaintenanceDeployment = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/deployment/{target}/delete',
  summary: 'Removes the stored SSH credentials of one computer of a device.',
  body: z.object({}),
  answer: z.object({ success: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const maintenanceCalls = {
  getMaintenanceSettings,
  postMaintenanceSettings,
  getMaintenanceDeployment,
  postMaintenanceDeployment,
  postConfirmMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
} as const;
