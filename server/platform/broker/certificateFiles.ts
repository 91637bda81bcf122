/** Certificate and key of the listener for devices: reads and checks the files, and reads renewed files again. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { logOnce } from '../failure/logOnce.ts';
import type { SetTimer } from '../timers.ts';
import type { Certificate } from './listeners.ts';

/** The files of a certificate, named by the settings. */
export interface CertificateFiles {
  readonly MQTT_TLS_CERT: string;
  readonly MQTT_TLS_KEY: string;
  /** The certificate authorities of the devices' certificates. */
  readonly MQTT_TLS_CA?: string | undefined;
}

/** A certificate as read from the files, with its expiry. */
export interface ReadCertificate extends Certificate {
  readonly endsAt: number;
}

/** Interval at which the files are read again, in ms. */
const READ_AGAIN_MS = 10_000;

function wrong(setting: keyof CertificateFiles, what: string): Error {
  return new Error(`Setting ${setting}: ${what}`);
}

/** Returns the result of `make` for a file; on failure, throws a message that names the setting, never the content. */
function made<T>(setting: keyof CertificateFiles, what: string, make: () => T): T {
  try {
    return make();
  } catch {
    throw wrong(setting, what);
  }
}

async function textOf(files: CertificateFiles, setting: keyof CertificateFiles): Promise<string> {
  return readFile(files[setting] ?? '', 'utf8').catch(() => {
    throw wrong(setting, 'the file cannot be read');
  });
}

/** Reads the files. Throws with a one-line message if they do not contain a certificate and its key. */
export async function readCertificate(files: CertificateFiles): Promise<ReadCertificate> {
  const [cert, key] = await Promise.all([textOf(files, 'MQTT_TLS_CERT'), textOf(files, 'MQTT_TLS_KEY')]);
  const ca = files.MQTT_TLS_CA === undefined ? null : await textOf(files, 'MQTT_TLS_CA');
  const certificate = made('MQTT_TLS_CERT', 'the file holds no certificate (PEM)', () => new X509Certificate(cert));
  const privateKey = made('MQTT_TLS_KEY', 'the file holds no private key without password (PEM)', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) throw wrong('MQTT_TLS_KEY', 'the key is not that of the certificate');
  if (ca !== null) made('MQTT_TLS_CA', 'the file holds no certificate (PEM)', () => new X509Certificate(ca));
  made('MQTT_TLS_CERT', 'the certificate cannot be used', () => createSecureContext({ cert, key, ...(ca === null ? {} : { ca }) }));
  return { cert, key, ca, endsAt: Date.parse(certificate.validTo) };
}

const isSame = (one: Certificate, other: Certificate) => one.cert === other.cert && one.key === other.key && one.ca === other.ca;

interface WatchOptions {
  readonly after: SetTimer;
  readonly now: () => number;
  readonly log: Logger;
  readonly onRenewed: (certificate: Certificate) => void;
}

/**
 * Reads the files periodically, so that a renewed certificate is used without a restart. An unusable certificate is logged and ignored, for example while only
 * one of its two files is written, or if it has expired and the current one is still valid. Returns the stop function.
 */
export function watchCertificate(
  files: CertificateFiles,
  first: ReadCertificate,
  { after, now, log, onRenewed }: WatchOptions,
): () => void {
  const note = logOnce(log, {
    lost: 'the certificate for devices cannot be renewed; the present one stays',
    back: 'the certificate for devices can be renewed again',
  });
  let current = first;
  const isOver = ({ endsAt }: ReadCertificate) => endsAt < now();
  if (isOver(first)) log.error('the certificate for devices is over: devices refuse the connection');
  const read = async () => {
    const next = await readCertificate(files);
    if (isSame(next, current)) return;
    if (isOver(next) && !isOver(current)) throw wrong('MQTT_TLS_CERT', 'the certificate is over');
    current = next;
    onRenewed({ cert: next.cert, key: next.key, ca: next.ca });
    log.info({ until: new Date(next.endsAt).toISOString() }, 'the certificate for devices was renewed');
  };
  let cancel: () => void = () => undefined;
  let isStopped = false;
  const wait = () => {
    if (!isStopped) cancel = after(READ_AGAIN_MS, () => void read().then(note.worked, note.failed).then(wait));
  };
  wait();
  return () => {
    isStopped = true;
    cancel();
  };
}
