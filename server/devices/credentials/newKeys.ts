import { Buffer } from 'node:buffer';
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { type AlgorithmType, credentialFileName } from '#contract/devices/deviceCredential';
import type { FileAnswer } from '../../platform/http/serveFile.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const RSA_BITS = 2048;

/** Generates a key pair off the main thread, since RSA takes a fraction of a second. */
const pairOf = (algorithm: AlgorithmType): Promise<Pair> =>
  new Promise((resolve, reject) => {
    const take = (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) =>
      error === null ? resolve({ publicKey, privateKey }) : reject(error);
    if (algorithm === 'RSA2048') generateKeyPair('rsa', { modulusLength: RSA_BITS }, take);
    else if (algorithm === 'NISTP256') generateKeyPair('ec', { namedCurve: 'P-256' }, take);
    else generateKeyPair('ed25519', undefined, take);
  });

const publicText = ({ publicKey }: Pair): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privateText = ({ privateKey }: Pair): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Returns the JSON of an identity file: device, creation time and both keys; the other algorithms' files hold only the private key. */
const identityText = (serial: string, at: Date, pair: Pair): string =>
  `${JSON.stringify({ device_serial: serial, created_at: at.toISOString(), public_key: publicText(pair), private_key: privateText(pair) }, null, 2)}\n`;

/** Generates keys of a device: the public key to store, and the file with the private key. Source: RULE-102, RULE-103. */
export async function newKeys(
  serial: string,
  algorithm: AlgorithmType,
  at: Date,
): Promise<{ readonly publicKey: string; readonly file: FileAnswer }> {
  const pair = await pairOf(algorithm);
  const isIdentity = algorithm === 'IDENTITY';
  const text = isIdentity ? identityText(serial, at, pair) : privateText(pair);
  return {
    publicKey: publicText(pair),
    file: {
      fileName: credentialFileName(serial, algorithm),
      type: isIdentity ? 'application/json' : 'application/x-pem-file',
      body: Buffer.from(text),
    },
  };
}
