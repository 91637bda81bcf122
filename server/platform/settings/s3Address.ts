/** Parses `S3_URL` (bucket, region, key); checks whether a host is within a private network. */

import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../loopback.ts';
import { accountOf } from './addressAccount.ts';

/** A bucket, and the key that may read it. */
export interface S3Address {
  /** Address of the service, `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The region to use for services that have no regions. */
const DEFAULT_REGION = 'us-east-1';
/** Source: Amazon S3, bucket naming rules. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PRIVATE_NAME = /^[^.]+$|\.(local|internal|svc|lan)$/;

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Returns whether a host is within a private network: by its address, or by a name that the Internet does not resolve. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  const version = isIP(host);
  return version === 0 ? PRIVATE_NAME.test(host) : privateNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Parses `https://KEY:SECRET@host/bucket?region=eu-central-1`; null for anything else, and for http outside loopback and private networks. */
export function s3AddressOf(text: string): S3Address | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, host, pathname, searchParams, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && (isLoopback(hostname) || isPrivateHost(hostname)));
  const bucket = pathname.replace(/^\//, '').replace(/\/$/, '');
  if (!isSafe || !BUCKET.test(bucket) || username === '' || password === '') return null;
  if ([...searchParams.keys()].some((name) => name !== 'region')) return null;
  const account = accountOf({ username, password });
  if (account === null) return null;
  return {
    endpoint: `${protocol}//${host}`,
    bucket,
    region: searchParams.get('region') ?? DEFAULT_REGION,
    accessKeyId: account.username,
    secretAccessKey: account.password,
  };
}
