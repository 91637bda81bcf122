import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_LIMITS } from '#domain/places/archiveFiles';
import { createFailure } from '../failure/catalogue.ts';
import { Failure, invalid, tooLarge } from '../failure/failure.ts';

/** Maximum size of an uploaded file, in bytes: 100 MiB. */
export const MAX_UPLOAD_BYTES = ARCHIVE_LIMITS.packedBytes;

/** Limits on the text fields of a multipart body, besides its file: their number, and the length of the longest one in bytes. */
export const MAX_FIELDS = 4;
export const MAX_FIELD_BYTES = 8_000;

/** Maximum size of a multipart body without its file, in bytes. */
const FORM_BYTES = 65_536;
const fileTooLarge = () => tooLarge('the file is larger than 100 MB');

/** Throws 400 for a body whose headers do not declare a form, 413 for a file that is too large. */
export function requireUploadHead({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw createFailure('notMultipart');
  if (Number(headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + FORM_BYTES) throw fileTooLarge();
}

/** Returns the text fields of a form that precede its file. */
const textsOf = (fields: MultipartFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      field !== undefined && !Array.isArray(field) && field.type === 'field' ? [[field.fieldname, field.value]] : [],
    ),
  );

/** Saves the file of a multipart body to a path; `file` is null when there is no such field. Throws 413 when it is too large. */
async function saveFile(request: FastifyRequest, target: string): Promise<Record<string, unknown>> {
  const part = await request.file();
  if (part === undefined || part.fieldname !== 'file') return { file: null };
  await pipeline(part.file, createWriteStream(target));
  if (part.file.truncated) throw fileTooLarge();
  return { ...textsOf(part.fields), file: { path: target } };
}

/** Prefix of folders of uploads, followed by the id of the server's process. */
const FOLDER = 'orangery-upload-';

/** Creates a folder for temporary files, which is deleted at the next start if a killed server left it. */
export const openTemporaryFolder = (parent = tmpdir()): Promise<string> => mkdtemp(path.join(parent, `${FOLDER}${process.pid}-`));

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user, so it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Deletes the folders of uploads that a killed server left below `parent`: those of this user that are older than `startedAt` (ms since epoch) and whose
 * process is gone or has the id of this process, as in a restarted container.
 */
export async function deleteLeftUploads(startedAt: number, parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names) {
    const pid = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    const folder = path.join(parent, name);
    const found = await lstat(folder).catch(() => null);
    const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.() && found.ctimeMs < startedAt;
    // A folder that cannot be deleted now is retried at the next start.
    if (isOwn) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Runs a call with the uploaded file, which is kept in a temporary folder below `parent` and deleted after the call. Throws 400 for a body that is not
 * multipart or is incomplete, 413 for a file over 100 MiB.
 */
export async function withUpload<T>(request: FastifyRequest, run: (body: unknown) => Promise<T>, parent = tmpdir()): Promise<T> {
  if (!request.isMultipart()) throw createFailure('notMultipart');
  const folder = await openTemporaryFolder(parent);
  try {
    const body = await saveFile(request, path.join(folder, 'file')).catch((error: unknown) => {
      throw error instanceof Failure ? error : invalid('the upload was cut');
    });
    return await run(body);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
