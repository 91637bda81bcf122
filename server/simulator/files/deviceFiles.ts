/** Uploads files of robots by `PUT /device-files/…`, with serial and access token. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/** The upload of robots' files to the server, by `PUT /device-files/…`. */
export interface DeviceFiles {
  /** Returns whether the server accepts a file. The server rejects a file whose upload has ended, or whose incident or log it does not know. */
  readonly isWanted: (serial: string, name: string) => Promise<boolean>;
  /** Uploads a file. Throws if it is not stored. */
  readonly put: (serial: string, name: string, bytes: Buffer) => Promise<void>;
}

interface Access {
  /** The URL of the server. */
  readonly url: string;
  /** Returns an access token of a robot. Throws if there is none. */
  readonly token: (serial: string) => Promise<string>;
  /** Drops the token of a robot if it is no longer valid. */
  readonly forget: (serial: string) => void;
}

interface Put {
  readonly method?: 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

const WAIT_MS = 60_000;
const UNAUTHORISED = 401;
/** Statuses for an unknown incident or log, and for a file whose upload has ended. */
const NOT_WANTED: ReadonlySet<number> = new Set([404, 409]);

/** Returns the upload of robots' files: HTTP with the serial as user and the token as password. */
export function openDeviceFiles({ url, token, forget }: Access): DeviceFiles {
  const sendOnce = async (serial: string, name: string, { headers = {}, ...put }: Put = {}) => {
    const login = Buffer.from(`${serial}:${await token(serial)}`).toString('base64');
    const path = name.split('/').map(encodeURIComponent).join('/');
    return fetch(`${url}/device-files/${path}`, {
      ...put,
      headers: { ...headers, authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
  };
  const send: typeof sendOnce = async (serial, name, put) => {
    const answer = await sendOnce(serial, name, put);
    if (answer.status !== UNAUTHORISED) return answer;
    await answer.text();
    // New credentials, a closed deployment and decommissioning end a token.
    forget(serial);
    return sendOnce(serial, name, put);
  };
  return {
    isWanted: async (serial, name) => {
      const answer = await send(serial, name);
      const text = await answer.text();
      if (answer.ok || NOT_WANTED.has(answer.status)) return answer.ok;
      throw new Error(`${name} is not taken: ${answer.status} ${text}`);
    },
    put: async (serial, name, bytes) => {
      const digest = createHash('sha256').update(bytes).digest('base64');
      const headers = { 'repr-digest': `sha-256=:${digest}:`, 'content-type': 'application/octet-stream' };
      const answer = await send(serial, name, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (answer.status !== 204) throw new Error(`${name} is not stored: ${answer.status} ${await answer.text()}`);
    },
  };
}
