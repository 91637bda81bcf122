import { createHash, createHmac } from 'node:crypto';

/** A key of Amazon Web Services, and its region and service. */
export interface AwsKey {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
  readonly service: string;
}

/** A request to sign; the names of its headers are in lower case and include `host`. */
export interface SignedParts {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Formats an instant for `x-amz-date`: `20150830T123600Z`. */
export const awsDate = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Signs a request to AWS: returns the `authorization` header for a request with `x-amz-date`. Source: AWS Signature Version 4, signing process. */
export function awsSignature({ id, secret, region, service }: AwsKey, { method, path, query, headers, body }: SignedParts): string {
  const names = Object.keys(headers).toSorted();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('');
  const canonical = [method, path, query, lines, signed, sha256(body)].join('\n');
  const date = headers['x-amz-date'] ?? '';
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
}
