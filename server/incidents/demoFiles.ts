import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { randomFromText } from '#domain/random/randomFromText';
import type { ByteRange, StoredFile } from '../platform/storage/fileStorage.ts';
import { echoRatio, filmedDepth, LEAST_ECHO, readDepth } from './depthVideo.ts';
import { incidentBagOf } from './incidentBag.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import type { IncidentRow } from './readIncidents.ts';

/** Share of steps for which the store is busy at the first attempt. */
const BUSY_SHARE = 0.1;
/** VP9 in MP4, which current browsers support without a licence. */
const MOSAIC = fileURLToPath(new URL('mosaic.mp4', import.meta.url));
const zipped = promisify(gzip);

const inMemory = (bytes: Buffer): StoredFile => ({
  size: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  read: (range) => Promise.resolve(Readable.from([range === undefined ? bytes : bytes.subarray(range.from, range.to + 1)])),
});

const mosaic = async (): Promise<StoredFile> => {
  const { size } = await stat(MOSAIC);
  const read = (range?: ByteRange) =>
    Promise.resolve(createReadStream(MOSAIC, range === undefined ? {} : { start: range.from, end: range.to }));
  return { size, etag: `"mosaic-${size}"`, read };
};

/** The depth video of a device that was on a mission; null for another one. */
const depthOf = ({ incident_id, upload_finished, during_mission, incident_time }: IncidentRow): Buffer | null =>
  upload_finished !== null && during_mission === true ? filmedDepth(incident_id, incident_time.getTime()) : null;

/** Creates the demo's store: recordings are generated from the stored reports of the device, depth videos only during a mission. */
export function demoFiles(database: Kysely<Database>): IncidentFileStore {
  return {
    recording: async (row) => (row.upload_finished === null ? null : inMemory(await zipped(await incidentBagOf(database, row)))),
    depth: (row) => {
      const video = depthOf(row);
      return Promise.resolve(video === null ? null : inMemory(video));
    },
    // What a blinded camera filmed is not rendered.
    video: async (row) => {
      const video = depthOf(row);
      return video !== null && echoRatio(readDepth(video)) >= LEAST_ECHO ? mosaic() : null;
    },
    refusal: ({ incident_id }, step, tries) =>
      tries > 1 || randomFromText(`busy ${incident_id} ${step}`)() >= BUSY_SHARE
        ? null
        : { success: false, message: 'The data store did not answer', retry_possible: true },
  };
}
