/** Handlers of device credentials: generate, delete, access token, QR code. */

import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toBuffer } from 'qrcode';
import {
  getDeleteCredentials,
  getDeviceAccessToken,
  getDeviceCredentials,
  getDeviceQrCode,
  postGenerateCredentials,
} from '#contract/devices/deviceCredential';
import { deletesCredentials } from '#domain/people/rights';
import { forbidden } from '../../platform/failure/failure.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { serveFile } from '../../platform/http/serveFile.ts';
import { deleteCredentials, generateCredentials, readDeviceCredentials } from './deviceCredentials.ts';
import { type AdmitDevice, deviceTokenFile } from './deviceToken.ts';
import { createSlots } from '../../platform/limits/slots.ts';
import type { Principal, Scope } from '../../platform/principal.ts';
import { mayReadSecret, requireDevice } from '../../locations/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Dependencies of the device credential calls. */
export interface DeviceCredentialDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  /** Encrypts stored credentials; device tokens are signed with a key derived from it. */
  readonly credentialKey: KeyObject;
  readonly settings: Pick<Settings, 'publicUrl'>;
  readonly now: () => number;
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
  /** Registers a new token with the broker, if the broker does not ask the server about tokens. */
  readonly admitDevice?: AdmitDevice;
}

/** Limits on key generation: an RSA key occupies one of four threads for a fraction of a second. */
const KEY_GENERATION = { active: 1, waiting: 8, perKey: 2 };

type CredentialCall =
  | 'getDeviceCredentials'
  | 'getDeviceAccessToken'
  | 'getDeviceQrCode'
  | 'getDeleteCredentials'
  | 'postGenerateCredentials';

/** Returns the console URL of a device. */
const addressOfDevice = (publicUrl: string, serial: string) =>
  new URL(`/device/detail?device_serial=${encodeURIComponent(serial)}`, publicUrl).href;

/**
 * Creates the handlers of device credentials, access token and QR code. Permissions are in `domain/people/callRights.ts`; only a system_admin may delete.
 * Source: ROLE-025.
 */
export function deviceCredentialHandlers(dependencies: DeviceCredentialDependencies): Pick<Handlers, CredentialCall> {
  const { database, registry, credentialKey, settings, disconnectDevice } = dependencies;
  const slots = createSlots(KEY_GENERATION);
  const permitted = ({ scope, params }: { readonly scope: Scope; readonly params: { readonly serial: string } }) =>
    requireDevice(scope, registry, params.serial);
  const doerOf = ({ username, name }: Principal) => ({ username, name, at: new Date(dependencies.now()) });
  return {
    getDeviceCredentials: serve(getDeviceCredentials, async (request) => {
      const serial = permitted(request);
      const credentials = await readDeviceCredentials(database, serial);
      const isOwn = credentials !== null && mayReadSecret(request.scope, registry, serial, new Date(credentials.created_at));
      return { credentials: isOwn ? credentials : null };
    }),
    getDeviceAccessToken: serveFile(getDeviceAccessToken, async (request) => {
      const device = { serial: permitted(request), scope: request.scope };
      return deviceTokenFile({ database, key: credentialKey, now: dependencies.now(), admitDevice: dependencies.admitDevice }, device);
    }),
    getDeviceQrCode: serve(getDeviceQrCode, async (request) => {
      const png = await toBuffer(addressOfDevice(settings.publicUrl, permitted(request)), { width: 512, margin: 2 });
      return { qr_code: png.toString('base64') };
    }),
    getDeleteCredentials: serve(getDeleteCredentials, async (request) => {
      const serial = permitted(request);
      if (!deletesCredentials(request.caller.role)) throw forbidden('Ask a cloud manager to delete these credentials if necessary');
      await deleteCredentials(database, { serial, scope: request.scope }, doerOf(request.caller));
      disconnectDevice(serial);
      return { result: true };
    }),
    postGenerateCredentials: serveFile(postGenerateCredentials, async (request) => {
      const serial = permitted(request);
      const { caller, scope, body } = request;
      const generate = () => generateCredentials(database, { serial, scope }, body.algorithm_type, doerOf(caller));
      const file = await slots(caller.username, generate);
      disconnectDevice(serial);
      return file;
    }),
  };
}
