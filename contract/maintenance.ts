import { call } from './call.ts';
import { z } from './schema.ts';

/** The computers on a device that people sign in to by SSH. Source: CONST-068. */
export const sshTarget = z.enum(['pi', 'nuc', 'router']);
/** A computer on a device. */
export type SshTarget = z.infer<typeof sshTarget>;

/** What people call a device, and where in its life it is (the id of a stage). */
const settings = z.object({ name: z.string(), life_cycle_stage: z.string() });

/** Name and stage of a device; the same data as `update_device` writes. 404 unknown or foreign. Source: CALL-067, OPEN-38, GAP-31. */
export const getMaintenanceSettings = call({
  method: 'GET',
  path: 'xenion/{serial}/maintenance/settings',
  summary: 'Name and life cycle stage of a device.',
  answer: z.object({ settings }),
});

/** Saves the settings that are given. 400 without any, for a bad name or an unknown stage; 404 unknown or foreign. Source: CALL-068, OPEN-38. */
export const postMaintenanceSettings = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/settings',
  summary: 'Changes name or life cycle stage of a device.',
  body: z.object({ settings: settings.partial() }),
  answer: z.object({ success: z.boolean() }),
});

/** How to sign in to one computer of a device. Every request is written down. */
export const sshCredentials = z.object({ username: z.string(), password: z.string() });
/** How to sign in to one computer of a device. */
export type SshCredentials = z.infer<typeof sshCredentials>;

/**
 * The credentials of one target (`sshTarget`). 400 for another target, 404 unknown or foreign or where none are stored, 409 when they were
 * stored with another key than this server's. Source: CALL-069, OPEN-39.
 */
export const getMaintenanceDeployment = call({
  method: 'GET',
  path: 'xenion/{serial}/maintenance/deployment/{target}',
  summary: 'SSH credentials of one computer of a device.',
  answer: sshCredentials,
  secret: true,
});

/** One input of the credentials; an empty one changes nothing. */
const input = z.string().max(200).optional();
const inputs = z.strictObject({ username: input, password: input }).optional();

/** Saves credentials: only targets and inputs that are given and not empty. 400 without any, 404 unknown or foreign. Source: CALL-070, OPEN-40. */
export const postMaintenanceDeployment = call({
  method: 'POST',
  path: 'xenion/{serial}/maintenance/deployment',
  summary: 'Saves SSH credentials of a device.',
  body: z.object({ deployment: z.strictObject({ pi: inputs, nuc: inputs, router: inputs }) }),
  answer: z.object({ success: z.boolean() }),
});
