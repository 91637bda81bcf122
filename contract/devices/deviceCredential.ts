/** Device credentials: key pair by `algorithmType`, access token, QR code, decrypted metadata, and names of key files. */

import { call } from '../call.ts';
import { device } from './device.ts';
import { instant, z } from '../schema.ts';

/** The key algorithms of device credentials. Source: spec, Credentials. */
export const algorithmType = z.enum(['RSA2048', 'NISTP256', 'IDENTITY']);
/** A key algorithm of device credentials. */
export type AlgorithmType = z.infer<typeof algorithmType>;

/** The stored record of a device's credentials. The private key is not stored: `postGenerateCredentials` returns it once. */
export const deviceCredentials = z.object({ created_at: instant, created_by: z.string(), algorithm_type: z.string() });
/** The stored record of a device's credentials. */
export type DeviceCredentials = z.infer<typeof deviceCredentials>;

/**
 * Returns one device with the secrets of its metadata decrypted. Fails: 404 unknown or not visible, 409 when they were encrypted with a key other than this
 * server's. Source: CALL-097, OPEN-96.
 */
export const getDecryptedDevice = call({
  method: 'GET',
  path: 'device/{serial}/decrypted',
  summary: 'One device, secrets readable.',
  answer: z.object({ result: device }),
  secret: true,
});

/** Returns the record of a device's credentials; null if it has none. Fails: 404 unknown or not visible. Source: CALL-098, OPEN-97. */
export const getDeviceCredentials = call({
  method: 'GET',
  path: 'device/{serial}/credentials',
  summary: 'When, by whom and how the credentials of a device were made.',
  answer: z.object({ credentials: z.nullish(deviceCredentials) }),
  secret: true,
});

/** Returns a new token that authenticates a device, as `{serial}_access_token.json`. Fails: 404 unknown or not visible. Source: CALL-099, OPEN-98. */
export const getDeviceAccessToken = call({
  method: 'GET',
  path: 'device/{serial}/access_token',
  summary: 'A new access token of a device, in a file.',
  answer: z.unknown(),
  file: true,
  fileName: ({ params }) => `${params['serial']}_access_token.json`,
  secret: true,
});

/** Returns a QR code with the device's URL in the console: PNG in base64, without prefix. Fails: 404 unknown or not visible. Source: CALL-100, OPEN-99. */
export const getDeviceQrCode = call({
  method: 'GET',
  path: 'device/{serial}/qr-code',
  summary: 'The QR code of a device.',
  answer: z.object({ qr_code: z.string() }),
});

/**
 * Deletes the credentials of a device; no effect if there are none. Fails: 403 for roles other than system_admin, 404 unknown. Source: CALL-101, OPEN-100,
 * ROLE-025.
 */
export const getDeleteCredentials = call({
  method: 'GET',
  path: 'delete_credentials/{serial}',
  summary: 'Deletes the credentials of a device.',
  answer: z.object({ result: z.boolean() }),
  hasSideEffects: true,
});

const generateBody = z.object({ algorithm_type: algorithmType });

/** Returns the file name of a private key. Source: RULE-102, RULE-103, OPEN-101. */
export const credentialFileName = (serial: string, algorithm: string | undefined): string =>
  algorithm === 'IDENTITY' ? `${serial}.identity` : `${serial}_private_key.pem`;

/**
 * Creates credentials, which replace existing ones, and returns the private key once, as a file. Fails: 400 for an algorithm that the device type
 * does not support, 404 unknown or not visible. Source: CALL-102, OPEN-101, RULE-094..103.
 */
export const postGenerateCredentials = call({
  method: 'POST',
  path: 'generate_credentials/{serial}',
  summary: 'New credentials of a device, in a file.',
  body: generateBody,
  answer: z.unknown(),
  file: true,
  fileName: ({ params, body }) => credentialFileName(params['serial'] ?? '', generateBody.safeParse(body).data?.algorithm_type),
  secret: true,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceCredentialCalls = {
  getDecryptedDevice,
  getDeviceCredentials,
  getDeviceAccessToken,
  getDeviceQrCode,
  getDeleteCredentials,
  postGenerateCredentials,
} as const;
