/** The routes `PUT /device-files/…` by which devices upload files, whole or in parts. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { tooLarge } from '../failure/failure.ts';
import { createSlots } from '../limits/slots.ts';
import { partBytesOf, partLedger } from '../storage/fileParts.ts';
import type { FileStorage } from '../storage/fileStorage.ts';
import { deviceOf, type IsDeviceToken } from './deviceRequest.ts';
import { receiveFile, storedBytes } from './receiveFile.ts';

/** Maximum size of a file that a device uploads, in bytes: 1 GiB. */
const MAX_BYTES = 1024 ** 3;
/**
 * Maximum number of files that are received at the same time, of files that wait, and of both for one device. A file in progress takes about 16 MiB of memory.
 */
const SLOTS = { active: 8, waiting: 40, perKey: 2 };

/** Minimum interval at which received bytes are recorded, in ms. */
const NOTE_MS = 5_000;

/**
 * Creates a function `again` that calls `note` at most once per interval; `settled` resolves when all calls have ended. A failed call is ignored: the next
 * interval calls again.
 */
function nowAndAgain(now: () => number, note: () => Promise<void>) {
  let notedAt = Number.NEGATIVE_INFINITY;
  let last = Promise.resolve();
  return {
    settled: () => last,
    again: () => {
      if (now() - notedAt < NOTE_MS) return;
      notedAt = now();
      last = last.then(note).catch(() => undefined);
    },
  };
}

/** Maximum size of all parts of a device's incomplete files: 10 GiB. */
const PARTS_QUOTA_BYTES = 10 * 1024 ** 3;

/** Throws 413 for a part if the incomplete files of its device exceed the quota. */
async function requireRoom(database: Kysely<Database>, serial: string, contentRange: string | undefined): Promise<void> {
  if (contentRange === undefined || (await partBytesOf(database, serial)) < PARTS_QUOTA_BYTES) return;
  throw tooLarge(`the parts of files of this device are more than ${PARTS_QUOTA_BYTES} bytes: finish one of them`);
}

/** A kind of files that devices upload. */
export interface DeviceFileKind {
  /** The path, with the file name as `:name`. */
  readonly path: string;
  /** Returns the name of a file in the storage. Throws if the device may not upload it. */
  readonly open: (serial: string, name: string) => Promise<string>;
  /** Called while bytes of the file arrive, every few seconds. */
  readonly onBytes?: (serial: string, name: string) => Promise<void>;
  /** Called when all bytes of the file have arrived; throws if the device may no longer upload it, so that the stored one is not replaced. */
  readonly requireStill?: (serial: string, name: string) => Promise<void>;
  /** Called when the file is stored, with its length in bytes. */
  readonly onStored?: (serial: string, name: string, bytes: number) => Promise<void>;
}

/** Dependencies of the routes. */
export interface DeviceFileParts {
  readonly database: Kysely<Database>;
  readonly storage: FileStorage;
  readonly isToken: IsDeviceToken;
  readonly now: () => number;
  /** Called while bytes of any file of a device arrive, every few seconds. */
  readonly onReceiving: (serial: string) => Promise<void>;
  /** Called when a file is stored, for the audit record. */
  readonly recorded?: (serial: string, name: string) => void;
  /** Maximum size of a file, in bytes. Default: 1 GiB. */
  readonly maxBytes?: number;
}

/**
 * Registers `PUT` of the files of devices: 204 when a file is stored, 202 with the `offset` of its next part while it is incomplete; and `GET`,
 * which returns that offset after a connection broke off.
 */
export async function registerDeviceFiles(
  app: FastifyInstance,
  { database, storage, isToken, now, onReceiving, recorded, maxBytes = MAX_BYTES }: DeviceFileParts,
  kinds: readonly DeviceFileKind[],
): Promise<void> {
  const slots = createSlots(SLOTS);
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    // The handler reads the body itself, once the device is authenticated.
    files.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const options = { config: { hasFile: 'device' } as const };
    for (const { path, open, onBytes, requireStill, onStored } of kinds) {
      files.put<{ Params: { name: string } }>(path, options, async (request, reply) => {
        // The rest of a refused body is not read.
        reply.header('connection', 'close').header('cache-control', 'no-store');
        const serial = await deviceOf(request, isToken);
        const { name } = request.params;
        const noteBytes = nowAndAgain(now, async () => {
          await Promise.all([onReceiving(serial), onBytes?.(serial, name)]);
        });
        const ledger = partLedger(database, serial, now);
        const beforeStored = async () => requireStill?.(serial, name);
        const target = { storage, name: await open(serial, name), maxBytes, onBytes: noteBytes.again, beforeStored, ledger };
        await requireRoom(database, serial, request.headers['content-range']);
        const bytes = await slots(serial, () => receiveFile(request, target));
        // The last note of received bytes must be written before the file is recorded as stored.
        await noteBytes.settled();
        if (bytes === undefined) return reply.code(202).send({ offset: await storedBytes(target) });
        await onStored?.(serial, name, bytes);
        recorded?.(serial, name);
        return reply.code(204).send();
      });
      files.get<{ Params: { name: string } }>(path, async (request, reply) => {
        const serial = await deviceOf(request, isToken);
        reply.header('cache-control', 'no-store');
        return { offset: await storedBytes({ storage, name: await open(serial, request.params.name) }) };
      });
    }
  });
}
