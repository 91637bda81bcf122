/** The product of `stop`, `transports` and `moments` in its own process: started with API, broker and accounts of devices. */

import { importJWK, SignJWT } from 'jose';
import mqtt from 'mqtt';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf } from '#contract/call';
import { getAllDeviceTypes, postCreateDevice } from '#contract/devices/device';
import { z } from '#contract/schema';
import { withIdentityTables } from '#server/identity/tables';
import { loadKeys } from '#server/identity/keys/signingKeys';
import { openDatabase } from '#server/platform/database/openDatabase';
import { freePort } from '#server/platform/embedded/port';
import { credentialKey } from '#server/platform/secrets/encryption';
import { brokerPassword } from '#server/platform/broker/accounts';
import { MOUNT, RESOURCE, WHOLE } from '#server/identity/scopes';

const running = z.object({ url: z.string(), databaseUrl: z.string(), mqttUrl: z.string(), brokerSecret: z.string() });
const GRANT = 'bench';
const PERSON = 'bench';
const GROUPS = ['user_type:system_admin'];
const LIFE_SECONDS = 3_600;

/** A running product in its own process, with access to API and broker. */
export interface StopProduct {
  readonly url: string;
  /** Its data folder, and the address of its database. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly token: string;
  readonly mqttUrl: string;
  /** Returns the MQTT account of a device. */
  readonly account: (serial: string) => { readonly username: string; readonly password: string };
  /** Creates a device that no robot simulates. */
  readonly create: (serial: string) => Promise<void>;
  /** Connects as a device. */
  readonly device: (serial: string) => Promise<mqtt.MqttClient>;
  readonly close: () => Promise<void>;
}

/** Returns an access token for a grant stored in the database, signed with the product's key. */
async function tokenOf(databaseUrl: string, dataDir: string, issuer: string): Promise<string> {
  const database = openDatabase(databaseUrl);
  const tables = withIdentityTables(database);
  const person = { username: PERSON, email: PERSON, name: 'Bench', family_name: 'Bench', locale: 'en', groups: JSON.stringify(GROUPS) };
  const noFactor = { totp_secret: null, totp_pending: null, totp_last_step: null, device_name: null };
  await tables
    .insertInto('identity_account')
    .values({ ...person, ...noFactor, password_hash: '' })
    .execute();
  const grant = { model: 'Grant', id: GRANT, payload: '{}', account_id: PERSON, grant_id: null, uid: null, consumed_at: null };
  await tables
    .insertInto('identity_record')
    .values({ ...grant, expires_at: new Date(Date.now() + LIFE_SECONDS * 1_000) })
    .execute();
  const [key] = (await loadKeys(tables, credentialKey({ CREDENTIAL_KEY: undefined, DATA_DIR: dataDir }))).jwks.keys;
  await database.destroy();
  if (key?.kid === undefined) throw new Error('the product has no key');
  const claims = { 'cognito:username': PERSON, 'cognito:groups': GROUPS, amr: WHOLE, grant: GRANT };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(RESOURCE)
    .setSubject(PERSON)
    .setIssuedAt()
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .sign(await importJWK(key, 'RS256'));
}

/** Creates a device of the first type. */
async function createDevice(url: string, token: string, serial: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const known = getAllDeviceTypes.answer.parse(await (await fetch(`${url}/api/${addressOf(getAllDeviceTypes, {})}`, { headers })).json());
  const body = JSON.stringify({ name: serial, device_type: known.result[0]?.id });
  const created = await fetch(`${url}/api/${addressOf(postCreateDevice, { serial })}`, { method: 'POST', headers, body });
  if (!created.ok) throw new Error(`${serial} was not created: ${await created.text()}`);
}

/** Starts the product with its default 24 simulated robots, and with the settings for the measurement. */
export async function openStopProduct(settings: Readonly<Record<string, string>> = {}): Promise<StopProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orangery-bench-'));
  const env = { ...process.env, PORT: String(await freePort()), MQTT_PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'development', ...settings };
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
  const token = await tokenOf(started.databaseUrl, dataDir, new URL(MOUNT, started.url).href);
  const account = (serial: string) => ({ username: serial, password: brokerPassword(started.brokerSecret, serial) });
  return {
    url: started.url,
    dataDir,
    databaseUrl: started.databaseUrl,
    token,
    mqttUrl: started.mqttUrl,
    account,
    create: (serial) => createDevice(started.url, token, serial),
    device: async (serial) => {
      const client = await mqtt.connectAsync(started.mqttUrl, { ...account(serial), clientId: serial, protocolVersion: 4 });
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
