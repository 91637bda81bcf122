import { Buffer } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../failure.ts';

/** Returns whether an access token is valid for a device. */
export type IsDeviceToken = (serial: string, token: string) => Promise<boolean>;

/** Returns the device of a request, which sends its serial and its access token as at the broker, by HTTP Basic. Throws 401. */
export async function deviceOf(request: Pick<FastifyRequest, 'headers'>, isToken: IsDeviceToken): Promise<string> {
  const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ');
  const [, serial = '', token = ''] = /^([^:]+):(.+)$/.exec(Buffer.from(given, 'base64').toString('utf8')) ?? [];
  if (scheme?.toLowerCase() !== 'basic' || serial === '' || !(await isToken(serial, token)))
    throw unauthenticated('no access token that counts for this device');
  return serial;
}
