import { call } from './call.ts';
import { device } from './device.ts';
import { instant, z } from './schema.ts';

/** How the keys of a device are made. Source: spec, Credentials. */
export const algorithmType = z.enum(['RSA2048', 'NISTP256', 'IDENTITY']);
/** How the keys of a device are made. */
export type AlgorithmType = z.infer<typeof algorithmType>;

/** What is known of the credentials of a device; the private key is in the hands of whoever generated it, and nowhere else. */
export const deviceCredentials = z.object({ created_at: instant, created_by: z.string(), algorithm_type: z.string() });
/** What is known of the credentials of a device. */
export type DeviceCredentials = z.infer<typeof deviceCredentials>;

/** One device with the secrets of its metadata readable. 404 unknown or foreign, 409 when they were stored with another key than this server's. Source: CALL-097, OPEN-96. */
export const getDecryptedDevice = call({
  method: 'GET',
  path: 'device/{serial}/decrypted',
  summary: 'One device, secrets readable.',
  answer: z.object({ result: device }),
  secret: true,
});

/** When, by whom and how the credentials of a device were made; null without any. 404 unknown or foreign. Source: CALL-098, OPEN-97. */
export const getDeviceCredentials = call({
  method: 'GET',
  path: 'device/{serial}/credentials',
  summary: 'When, by whom and how the credentials of a device were made.',
  answer: z.object({ credentials: deviceCredentials.nullish() }),
  secret: true,
});

/** The token by which a device proves that it is itself, as `{serial}_access_token.json`. 404 unknown or foreign. Source: CALL-099, OPEN-98. */
export const getDeviceAccessToken = call({
  method: 'GET',
  path: 'device/{serial}/access_token',
  summary: 'A new access token of a device, in a file.',
  answer: z.unknown(),
  file: true,
  fileName: ({ params }) => `${params['serial']}_access_token.json`,
  secret: true,
});

/** The address of a device in the console as a QR code: a PNG in base64, without prefix. 404 unknown or foreign. Source: CALL-100, OPEN-99. */
export const getDeviceQrCode = call({
  method: 'GET',
  path: 'device/{serial}/qr-code',
  summary: 'The QR code of a device.',
  answer: z.object({ qr_code: z.string() }),
});

/** Deletes the credentials of a device; nothing happens where there are none. 403 for others than a system_admin, 404 unknown. Source: CALL-101, OPEN-100, ROLE-025. */
export const getDeleteCredentials = call({
  method: 'GET',
  path: 'delete_credentials/{serial}',
  summary: 'Deletes the credentials of a device.',
  answer: z.object({ result: z.boolean() }),
  acts: true,
});

const generateBody = z.object({ algorithm_type: algorithmType });

/** Under which name the private part of credentials is saved. Source: RULE-102, RULE-103, OPEN-101. */
export const credentialFileName = (serial: string, algorithm: string | undefined): string =>
  algorithm === 'IDENTITY' ? `${serial}.identity` : `${serial}_private_key.pem`;

/**
 * Makes new credentials, which replace those there are, and gives their private part once, as a file. 400 for an algorithm that the type of the
 * device does not use, 404 unknown or foreign. Source: CALL-102, OPEN-101, RULE-094..103.
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
