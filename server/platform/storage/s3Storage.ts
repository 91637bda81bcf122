import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Logger } from 'pino';
import { failures } from '../failure/catalogue.ts';
import { logOnce } from '../failure/logOnce.ts';
import { BadSetting } from '../settings/settings.ts';
import { type ByteRange, type FileStorage, storageAway, type StoredFile } from './fileStorage.ts';
import type { S3Address } from '../settings/s3Address.ts';

/** Timeouts in ms. The last one is the longest pause within a file. */
const PATIENCE = { connectionTimeout: 2_000, throwOnRequestTimeout: true, socketTimeout: 30_000 };
/** Timeout until a response begins, in ms; it is short because a person waits for a file that is read. A file is stored in parts, each within this time. */
const ANSWER_MS = { open: 5_000, save: 60_000 };
/** Maximum number of files that are read at the same time. */
const CONNECTIONS = 200;
const TRIES = 2;
/** Memory for a file that is being stored: two parts of 8 MiB. A file has at most 10,000 parts. */
const PARTS_AT_ONCE = 2;
const PART_BYTES = 8 * 1024 * 1024;

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Address, requestTimeout: number): S3Client {
  const agent = { maxSockets: CONNECTIONS };
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Not every service supports a host name per bucket, or the SDK's checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { ...PATIENCE, requestTimeout, httpAgent: agent, httpsAgent: agent },
  });
}

/** Returns whether the service has permanently refused a request, because of a wrong key, bucket or region. */
const isRefusal = (error: unknown): error is S3ServiceException =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;

/** The response to a HEAD request has no body, and therefore no error code except its status. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Checks that the service accepts key, bucket and region; throws `BadSetting` if it refuses them, and another error if it does not respond. */
async function checkBucket(client: S3Client, Bucket: string): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
  } catch (error) {
    throw isRefusal(error) ? new BadSetting(`Setting S3_URL: the storage refuses it (${error.name})`) : error;
  }
}

/**
 * Opens a bucket. Throws `BadSetting` if the service refuses key, bucket or region. If the service does not respond, this is logged and retried with each file.
 */
export async function openS3Storage(address: S3Address, log: Pick<Logger, 'warn'>): Promise<FileStorage> {
  const [client, saving] = [clientOf(address, ANSWER_MS.open), clientOf(address, ANSWER_MS.save)];
  const { bucket: Bucket } = address;
  const outcome = logOnce(log, { lost: failures.storageAway.text, back: 'the storage of files answers again' });
  /** Sends a request, logs the outcome, and converts errors to the failures of the storage. `missing` is the result for a missing file. */
  const sendLogged = async <Result>(send: () => Promise<Result>, missing?: () => Result): Promise<Result> => {
    try {
      const result = await send();
      outcome.worked();
      return result;
    } catch (error) {
      if (missing !== undefined && isMissing(error)) return missing();
      outcome.failed(error);
      throw storageAway();
    }
  };
  await checkBucket(client, Bucket).catch((error: unknown) => {
    if (error instanceof BadSetting) throw error;
    outcome.failed(error);
  });
  const read = async (Key: string, range?: ByteRange) => {
    const part = range === undefined ? {} : { Range: `bytes=${range.from}-${range.to}` };
    const { Body } = await sendLogged(() => client.send(new GetObjectCommand({ Bucket, Key, ...part })));
    if (Body instanceof Readable) return Body;
    throw storageAway();
  };
  return {
    find: (name) =>
      sendLogged<StoredFile | null>(
        async () => {
          const { ContentLength: size = 0, ETag: etag = '' } = await client.send(new HeadObjectCommand({ Bucket, Key: name }));
          return { size, etag, read: (range) => read(name, range) };
        },
        () => null,
      ),
    save: async (name, body) => {
      try {
        // The file is stored in parts, and is complete only after the last one.
        const params = { Bucket, Key: name, Body: body };
        await new Upload({ client: saving, params, queueSize: PARTS_AT_ONCE, partSize: PART_BYTES }).done();
        outcome.worked();
      } catch (error) {
        if (body.errored !== null) throw body.errored;
        outcome.failed(error);
        throw storageAway();
      }
    },
    remove: (name) =>
      sendLogged(
        async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: name }))),
        () => undefined,
      ),
    close: () => {
      client.destroy();
      saving.destroy();
    },
  };
}
