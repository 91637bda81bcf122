import { importJWK, SignJWT } from 'jose';
import mqtt from 'mqtt';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { z } from '#contract/schema';
import { brokerPassword } from '#server/platform/broker/accounts';
import { MOUNT, RESOURCE, WHOLE } from '#server/identity/provider/scopes';

const running = z.object({ url: z.string(), databaseUrl: z.string(), mqttUrl: z.string(), brokerSecret: z.string() });
const GRANT = 'bench';
const LIFE_SECONDS = 3_600;

/** A running product in its own process, with access to API and broker. */
export interface StopProduct {
  readonly url: string;
  readonly token: string;
  /** Connects with a device's MQTT account, in addition to its simulated robot. */
  readonly device: (serial: string) => Promise<mqtt.MqttClient>;
  readonly close: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const at = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (at === null || typeof at === 'string') throw new Error('no port');
  return at.port;
}

/** Returns an access token of a grant stored in the database, signed with the product's key. */
async function tokenOf(databaseUrl: string, issuer: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into identity_record (model, id, payload, expires_at) values ('Grant', $1, '{}', now() + interval '1 hour') on conflict do nothing`,
    [GRANT],
  );
  const { rows } = await client.query('select jwks from identity_keys');
  await client.end();
  const [row] = z.array(z.object({ jwks: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) })).parse(rows);
  const key = row?.jwks.keys[0];
  if (key === undefined) throw new Error('the product has no key');
  const claims = { 'cognito:username': 'bench', 'cognito:groups': ['user_type:system_admin'], amr: WHOLE, grant: GRANT };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(RESOURCE)
    .setSubject('bench')
    .setIssuedAt()
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .sign(await importJWK(key, 'RS256'));
}

/** Starts the product with its default 24 simulated robots. */
export async function openStopProduct(): Promise<StopProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orangery-bench-'));
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, NODE_ENV: 'development' };
  const child = spawn(process.execPath, ['server/start.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      if (piece.toString().includes('ready ')) resolve();
    });
    void ended.then(() => reject(new Error('the product did not start')));
  });
  const started = running.parse(JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8')));
  const clients: mqtt.MqttClient[] = [];
  return {
    url: started.url,
    token: await tokenOf(started.databaseUrl, new URL(MOUNT, started.url).href),
    device: async (serial) => {
      const account = { username: serial, password: brokerPassword(started.brokerSecret, serial) };
      const client = await mqtt.connectAsync(started.mqttUrl, { ...account, clientId: `bench-${serial}`, protocolVersion: 4 });
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
