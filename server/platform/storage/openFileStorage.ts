import path from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';
import type { FileStorage } from './fileStorage.ts';
import { deleteLeftParts, folderStorage } from './folderStorage.ts';
import { s3AddressOf } from '../settings/s3Address.ts';

type StorageSettings = Pick<Settings, 'S3_URL' | 'DATA_DIR'>;

const folderOf = ({ DATA_DIR }: StorageSettings) => path.join(DATA_DIR, 'files');
const bucketOf = ({ S3_URL }: StorageSettings) => (S3_URL === undefined ? null : s3AddressOf(S3_URL));

/** Opens the bucket of `S3_URL`, otherwise the folder `files` in the data folder. Throws `BadSetting` if the service refuses the bucket. */
export async function openFileStorage(settings: StorageSettings, log: Pick<Logger, 'warn'>): Promise<FileStorage> {
  const bucket = bucketOf(settings);
  if (bucket === null) return folderStorage(folderOf(settings), log);
  // Imported only if it is used, since the library adds 160 ms to the start.
  const { openS3Storage } = await import('./s3Storage.ts');
  return openS3Storage(bucket, log);
}

/** Deletes the partial files that a killed server left in the folder; those in a bucket are deleted by a rule of the bucket. `startedAt` in ms since epoch. */
export async function deleteLeftFiles(settings: StorageSettings, startedAt: number): Promise<void> {
  if (bucketOf(settings) === null) await deleteLeftParts(folderOf(settings), startedAt);
}

/** Returns a human-readable name of the storage, without its credentials. */
export function storageName(settings: StorageSettings): string {
  const bucket = bucketOf(settings);
  return bucket === null ? `the folder ${folderOf(settings)}` : `the bucket ${bucket.bucket} at ${bucket.endpoint}`;
}
