import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const OPENSSL = '/usr/bin/openssl';
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate and its key, as PEM. */
export interface Pem {
  readonly cert: string;
  readonly key: string;
}

function run(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(OPENSSL, [...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}

/** An authority that issues certificates for this machine. */
export interface Authority {
  readonly cert: string;
  /** Issues a certificate that is valid for `days`; with a negative number, it has expired. */
  readonly issue: (name: string, days?: number) => Pem;
  readonly close: () => void;
}

/** Makes an authority. */
export function createAuthority(name: string): Authority {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-certificates-'));
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  run(folder, ['req', '-x509', ...KEY, '-days', '2', '-subj', `/CN=${name}`, '-keyout', 'ca.key', '-out', 'ca.pem']);
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  return {
    cert: read('ca.pem'),
    issue: (subject, days = 2) => {
      run(folder, ['req', ...KEY, '-subj', `/CN=${subject}`, '-keyout', 'key', '-out', 'request']);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
      run(folder, ['x509', '-req', '-in', 'request', ...by, '-days', String(days), '-extfile', 'names', '-out', 'cert']);
      return { cert: read('cert'), key: read('key') };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
