/** Determines which device sent a request, by its serial and access token. */

import { Buffer } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { unauthenticated } from '../failure/failure.ts';

/** Returns whether an access token is valid for a device. */
export type IsDeviceToken = (serial: string, token: string) => Promise<boolean>;

interface Login {
  readonly serial: string;
  readonly token: string;
}

/** Returns the serial that a token claims; '' for an invalid token. The signature is verified later. */
function serialIn(token: string): string {
  try {
    return decodeJwt(token).sub ?? '';
  } catch {
    return '';
  }
}

function loginOf(authorization: string): Login {
  const [, scheme = '', given = ''] = /^(basic|bearer) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return { serial: serialIn(given), token: given };
  const [, serial = '', token = ''] = /^([^:]+):(.+)$/.exec(Buffer.from(given, 'base64').toString('utf8')) ?? [];
  return { serial, token };
}

/**
 * Returns the device that sent a request. It authenticates with its access token as a bearer token, or with its serial and token by HTTP Basic, as to the
 * broker. Throws 401.
 */
export async function deviceOf(request: Pick<FastifyRequest, 'headers'>, isToken: IsDeviceToken): Promise<string> {
  const { serial, token } = loginOf(request.headers.authorization ?? '');
  if (serial === '' || !(await isToken(serial, token))) throw unauthenticated('no access token that counts for this device');
  return serial;
}
