import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../freePort.ts';
import { newDataDir } from '../newDataDir.ts';
import { until } from '../until.ts';
import { missingOf } from './realProvider.ts';

const PROGRAM = '/usr/sbin/haproxy';
const OPENSSL = '/usr/bin/openssl';

/** Returns why HAProxy cannot be used here; null when it can. */
export const haproxyMissing = (): string | null => missingOf([PROGRAM, OPENSSL]);

/** The ports of a proxy, held until it starts: the server must know its public address before. */
export interface ProxyPorts {
  readonly https: number;
  readonly http: number;
  readonly release: () => Promise<void>;
}

/** Takes two free ports. */
export async function takePorts(): Promise<ProxyPorts> {
  const [https, http] = [await freePort(), await freePort()];
  const held = [https, http].map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(held.map((one) => once(one, 'listening')));
  return {
    https,
    http,
    release: async () => {
      await Promise.all(held.map((one) => once(one.close(), 'close')));
    },
  };
}

/** A running HAProxy. */
export interface Haproxy {
  /** The certificate of the proxy, in PEM. */
  readonly certificate: string;
  readonly stop: () => Promise<void>;
}

/** Returns the configuration as the documentation shows it: the block after the two of the broker. */
function documented(): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  return [...text.matchAll(/```conf\n([\s\S]*?)```/g)][2]?.[1] ?? '';
}

/** Writes a key and a certificate for `localhost` into a file and returns the certificate. */
function writeCertificate(file: string): string {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const { stdout } = spawnSync(OPENSSL, ['req', ...kind, ...name, '-keyout', '-', '-out', '-'], { encoding: 'utf8' });
  writeFileSync(file, stdout, { mode: 0o600 });
  return stdout.slice(stdout.indexOf('-----BEGIN CERTIFICATE-----'));
}

/** Starts HAProxy with the documented configuration before a server; only ports and the place of the certificate are its own. */
export async function startHaproxy(server: string, ports: ProxyPorts): Promise<Haproxy> {
  const folder = newDataDir();
  const pem = path.join(folder, 'orangery.pem');
  const certificate = writeCertificate(pem);
  const file = path.join(folder, 'haproxy.cfg');
  const here = documented()
    .replace('bind :80\n', `bind 127.0.0.1:${ports.http}\n`)
    .replace('bind :443 ', `bind 127.0.0.1:${ports.https} `)
    .replace('/etc/haproxy/orangery.pem', pem)
    .replace('127.0.0.1:8080', new URL(server).host);
  // Without a limit it allocates for as many connections as the machine may have files.
  writeFileSync(file, `global\n    maxconn 500\n\n${here}`);
  await ports.release();
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString()));
  const ask = fetchTrusting(certificate);
  const isReady = () =>
    ask(`https://localhost:${ports.https}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${complaint}`);
    return isReady();
  });
  return {
    certificate,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a `fetch` that trusts one certificate, follows no redirect, and connects from a loopback address. */
export function fetchTrusting(ca: string, localAddress = '127.0.0.1'): typeof fetch {
  return async (address, options) => {
    const asked = new Request(address, options);
    const url = new URL(asked.url);
    const sent = request({
      host: '127.0.0.1',
      servername: url.hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: asked.method,
      headers: { ...Object.fromEntries(asked.headers), host: url.host },
      ca,
      localAddress,
    });
    sent.end(Buffer.from(await asked.arrayBuffer()));
    const [reply] = await once(sent, 'response');
    const headers = new Headers();
    for (let at = 0; at < reply.rawHeaders.length; at += 2) headers.append(reply.rawHeaders[at], reply.rawHeaders[at + 1]);
    const body = await buffer(reply);
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status: reply.statusCode, headers });
  };
}
