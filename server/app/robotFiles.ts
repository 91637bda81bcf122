import { Buffer } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import { deviceTokenFile } from '../devices/credentials/deviceToken.ts';
import type { Database } from '../platform/database/tables.ts';
import { type DeviceFiles, openDeviceFiles } from '../simulator/files/deviceFiles.ts';

/** Time for which a demo robot uses one token, in ms. */
const TOKEN_MS = 86_400_000;

interface RobotFilesParts {
  /** The address of the server. */
  readonly address: string;
  readonly database: Kysely<Database>;
  readonly key: KeyObject;
  readonly now: () => number;
}

const tokenFile = z.object({ access_token: z.string() });

/** Returns the address at which this machine reaches a listener. */
function reachedFromHere(address: string): string {
  const url = new URL(address);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.origin;
}

/**
 * Returns the HTTP access of the demo's robots: the address of the server, and their access tokens, each created at its first use. The tokens equal those that
 * people download for a robot.
 */
export function robotFiles({ address, database, key, now }: RobotFilesParts): DeviceFiles {
  const tokens = new Map<string, { readonly at: number; readonly token: string }>();
  return openDeviceFiles({
    url: reachedFromHere(address),
    token: async (serial) => {
      const known = tokens.get(serial);
      if (known !== undefined && now() - known.at < TOKEN_MS) return known.token;
      const { body } = await deviceTokenFile({ database, key, now: now() }, { serial, scope: 'all' });
      const { access_token: token } = tokenFile.parse(JSON.parse(Buffer.isBuffer(body) ? body.toString() : ''));
      tokens.set(serial, { at: now(), token });
      return token;
    },
    forget: (serial) => void tokens.delete(serial),
  });
}
