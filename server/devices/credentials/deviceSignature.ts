import { Buffer } from 'node:buffer';
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import type { AlgorithmType } from '#contract/devices/deviceCredential';

/** r and s of a P-256 signature; anything longer is DER. */
const P256_BYTES = 64;

/** Public key whose private key is discarded: it checks the signature for an unknown device in the same way as for a known one. */
const nobody = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

const kinds: Readonly<Record<string, AlgorithmType>> = { rsa: 'RSA2048', ec: 'NISTP256', ed25519: 'IDENTITY' };

function verifies(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, signed, key, signature);
  if (key.asymmetricKeyType === 'rsa') return verify('sha256', signed, key, signature);
  const dsaEncoding = signature.length === P256_BYTES ? 'ieee-p1363' : 'der';
  return verify('sha256', signed, { key, dsaEncoding }, signature);
}

/** The stored credentials of a device. */
interface StoredKey {
  readonly algorithm_type: string;
  readonly public_key: string | null;
}

/** Returns the public key in stored credentials; null if there is none, or if it does not match the algorithm. */
function keyOf(stored: StoredKey | null): KeyObject | null {
  if (stored === null || stored.public_key === null) return null;
  const key = createPublicKey(stored.public_key);
  return kinds[key.asymmetricKeyType ?? ''] === stored.algorithm_type ? key : null;
}

/** Returns whether a text was signed with the private key of these credentials. `signature` is base64 or base64url. Source: RENEW2. */
export function isSignedBy(stored: StoredKey | null, text: string, signature: string): boolean {
  const key = keyOf(stored);
  const bytes = Buffer.from(signature, 'base64');
  return verifies(key ?? nobody, Buffer.from(text), bytes) && key !== null;
}
