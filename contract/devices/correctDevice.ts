import { call } from '../call.ts';
import { z } from '../schema.ts';

/**
 * Corrects type or revision of a device, and the serial of one that never reported; changes only the given fields. A changed serial
 * invalidates the device's SSH credentials, device credentials and access tokens. Fails: 400 for an invalid serial or name, an unknown
 * type, or a revision of another type; 403 for users who are not staff; 404 unknown; 409 when the serial exists, when another serial is
 * given for a device that has reported, or when another type would make secrets of the metadata readable. An extension of this server,
 * announced as `device_corrections`.
 */
export const postCorrectDevice = call({
  method: 'POST',
  path: 'correct_device/{serial}',
  summary: 'Corrects type, revision and serial of a device; the serial only before its first report.',
  body: z.partial(
    z.object({
      serial: z.string(),
      device_type: z.string(),
      hardware_revision_id: z.nullable(z.string()),
      client_name: z.nullable(z.string().check(z.maxLength(100))),
    }),
  ),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const correctDeviceCalls = { postCorrectDevice } as const;
