import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { freePort } from '../freePort.ts';
import { quickFolder } from '../newDataDir.ts';

const BUCKET = 'fleet';
/** The only key that s3rver knows. It does not check signatures. */
const KEY = 'S3RVER';

/** An S3 service with one bucket. */
export interface S3Server {
  /** The address of the bucket, as in `S3_URL`. */
  readonly url: string;
  readonly put: (name: string, body: Buffer) => Promise<void>;
  /** Ends the service, or starts it again with its files. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends the service and deletes its files. */
  readonly remove: () => Promise<void>;
}

/** Starts an S3 service on a free port. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(quickFolder(), 'orangery-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let service: S3rver | null = null;
  const start = async () => {
    service = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] });
    await service.run();
  };
  const stop = async () => {
    await service?.close();
    service = null;
  };
  await start();
  const credentials = { accessKeyId: KEY, secretAccessKey: KEY };
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    url: `http://${KEY}:${KEY}@127.0.0.1:${port}/${BUCKET}`,
    put: async (name, body) => void (await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: name, Body: body }))),
    start,
    stop,
    remove: async () => {
      client.destroy();
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
