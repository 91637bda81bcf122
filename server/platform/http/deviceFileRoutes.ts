import type { FastifyInstance } from 'fastify';
import { createSlots } from '../limits/slots.ts';
import type { FileStorage } from '../storage/fileStorage.ts';
import { deviceOf, type IsDeviceToken } from './deviceRequest.ts';
import { receiveFile, storedBytes } from './receiveFile.ts';

/** Maximum size of a file that a device puts, in bytes: 1 GiB. */
const MAX_BYTES = 1024 ** 3;
/** Files that are received at once, those that wait, and those of one device in both. A file in progress takes some 16 MiB. */
const SLOTS = { active: 8, waiting: 40, perKey: 2 };

/** How often the arrival of bytes is noted, in ms. */
const NOTE_MS = 5_000;

/** Calls `note` now and again while `again` is called often; `settled` resolves when all of them have ended. What fails is noted next time. */
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

/** A kind of files that devices put. */
export interface DeviceFileKind {
  /** The path, with the file as `:name`. */
  readonly path: string;
  /** Returns the name of a file in the storage. Throws where the device may not put it. */
  readonly open: (serial: string, name: string) => Promise<string>;
  /** Called while bytes of the file come, every few seconds. */
  readonly onBytes?: (serial: string, name: string) => Promise<void>;
  /** Called when the file is there, with its length in bytes. */
  readonly onStored?: (serial: string, name: string, bytes: number) => Promise<void>;
}

/** Dependencies of the routes. */
export interface DeviceFileParts {
  readonly storage: FileStorage;
  readonly isToken: IsDeviceToken;
  readonly now: () => number;
  /** Called while bytes of any file of a device come, every few seconds. */
  readonly onReceiving: (serial: string) => Promise<void>;
  /** Maximum size of a file, in bytes. Default: 1 GiB. */
  readonly maxBytes?: number;
}

/**
 * Registers `PUT` of the files of devices: 204 when a file is stored, 202 with the `offset` of its next part while it is not whole; and `GET`, which answers
 * that offset after a connection was cut.
 */
export async function registerDeviceFiles(
  app: FastifyInstance,
  { storage, isToken, now, onReceiving, maxBytes = MAX_BYTES }: DeviceFileParts,
  kinds: readonly DeviceFileKind[],
): Promise<void> {
  const slots = createSlots(SLOTS);
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    // The handler reads the body itself, once the device is known.
    files.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const options = { config: { hasFile: true } };
    for (const { path, open, onBytes, onStored } of kinds) {
      files.put<{ Params: { name: string } }>(path, options, async (request, reply) => {
        // What is left of a refused body is not read.
        reply.header('connection', 'close').header('cache-control', 'no-store');
        const serial = await deviceOf(request, isToken);
        const { name } = request.params;
        const noteBytes = nowAndAgain(now, async () => {
          await Promise.all([onReceiving(serial), onBytes?.(serial, name)]);
        });
        const target = { storage, name: await open(serial, name), maxBytes, onBytes: noteBytes.again };
        const bytes = await slots(serial, () => receiveFile(request, target));
        // A file that is there is on its way no more.
        await noteBytes.settled();
        if (bytes === undefined) return reply.code(202).send({ offset: await storedBytes(target) });
        await onStored?.(serial, name, bytes);
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
