import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { ownerNow } from '../locations/currentOwner.ts';
import { conflict, Failure, notFound, unauthenticated } from '../platform/failure.ts';
import { createSlots } from '../platform/limits/slots.ts';
import type { Database } from '../platform/database/tables.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { incidentOfFile, storedName } from './storedFiles.ts';

/** Maximum size of a file that a device puts, in bytes: 1 GiB. */
const MAX_BYTES = 1024 ** 3;
/** Files that are received at once, those that wait, and those of one device in both. A file in progress takes some 16 MiB. */
const SLOTS = { active: 8, waiting: 40, perKey: 2 };

/** Dependencies of the route. */
interface DeviceFileParts {
  readonly database: Kysely<Database>;
  readonly storage: FileStorage;
  /** Returns whether an access token is valid for a device. */
  readonly isToken: (serial: string, token: string) => Promise<boolean>;
  /** Maximum size of a file, in bytes. Default: 1 GiB. */
  readonly maxBytes?: number;
}

/** Returns the device of a request, which sends its serial and its access token as at the broker, by HTTP Basic. Throws 401. */
async function deviceOf(request: FastifyRequest, { isToken }: DeviceFileParts): Promise<string> {
  const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ');
  const [, serial = '', token = ''] = /^([^:]+):(.+)$/.exec(Buffer.from(given, 'base64').toString('utf8')) ?? [];
  if (scheme?.toLowerCase() !== 'basic' || serial === '' || !(await isToken(serial, token)))
    throw unauthenticated('no access token that counts for this device');
  return serial;
}

/** Throws where a device may not put a file: 404 for an incident that is not its own, 409 after the end of its upload. */
async function requireOpen(database: Kysely<Database>, serial: string, fileName: string): Promise<void> {
  const id = incidentOfFile(fileName);
  const query = database
    .selectFrom('incident')
    .select('upload_finished')
    .where('serial', '=', serial)
    // Not of a former owner, whose files it would replace.
    .where(sql<boolean>`incident.organisation is not distinct from ${ownerNow(serial)}`);
  const row = id === null ? undefined : await query.where('incident_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('no such incident');
  if (row.upload_finished !== null) throw conflict('The upload of this incident has ended.');
}

/** Yields the parts of a body. Throws 413 above the limit; the request is kept, so that it can be answered. */
async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    const read = Buffer.from(part);
    bytes += read.length;
    if (bytes > maxBytes) throw new Failure(413, 'TooLarge', `the file is larger than ${maxBytes} bytes`);
    yield read;
  }
}

/** Registers `PUT /device-files/{name}`, by which a device stores a file of its own incident. Answers 204 when it is stored. */
export async function registerDeviceFiles(app: FastifyInstance, parts: DeviceFileParts): Promise<void> {
  const slots = createSlots(SLOTS);
  const { maxBytes = MAX_BYTES } = parts;
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    // The handler reads the body itself, once the device is known.
    files.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const options = { config: { hasFile: true } };
    files.put<{ Params: { name: string } }>('/device-files/:name', options, async (request, reply) => {
      // What is left of a refused body is not read.
      reply.header('connection', 'close').header('cache-control', 'no-store');
      const serial = await deviceOf(request, parts);
      const { name } = request.params;
      await requireOpen(parts.database, serial, name);
      await slots(serial, () => parts.storage.save(storedName(name), Readable.from(limited(request.raw, maxBytes))));
      return reply.code(204).send();
    });
  });
}
