import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../freePort.ts';
import { newDataDir } from '../newDataDir.ts';
import { until } from '../until.ts';
import { missingOf } from './realProvider.ts';

const PROGRAM = '/usr/sbin/mosquitto';
const PASSWORDS = '/usr/bin/mosquitto_passwd';

/** Returns why Mosquitto cannot be used here; null when it can. */
export const mosquittoMissing = (): string | null => missingOf([PROGRAM, PASSWORDS]);

/** A running Mosquitto: the addresses for the server and for devices. */
export interface Mosquitto {
  readonly serverUrl: string;
  readonly deviceUrl: string;
  readonly stop: () => Promise<void>;
}

/** The plugin of Debian's package, and the program that begins its accounts. */
const PLUGIN = ['x86_64', 'aarch64']
  .map((kind) => `/usr/lib/${kind}-linux-gnu/mosquitto_dynamic_security.so`)
  .find((file) => existsSync(file));
const CONTROL = '/usr/bin/mosquitto_ctrl';

/** Returns why its dynamic security plugin cannot be used here; null when it can. */
export const dynamicSecurityMissing = (): string | null => missingOf([PROGRAM, CONTROL, PLUGIN ?? 'mosquitto_dynamic_security.so']);

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });

/** A Mosquitto whose accounts are kept by its dynamic security plugin, begun as documented. */
export async function startDynamicMosquitto(account: { readonly username: string; readonly password: string }) {
  const folder = newDataDir();
  mkdirSync(folder, { recursive: true });
  const [port, accounts, file] = [await freePort(), path.join(folder, 'accounts.json'), path.join(folder, 'mosquitto.conf')];
  const { username, password } = account;
  spawnSync(CONTROL, ['dynsec', 'init', accounts, username, password]);
  const lines = [
    'user root',
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `plugin ${PLUGIN}`,
    `plugin_opt_config_file ${accounts}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\nmax_inflight_messages 1000\nretain_available false\n`);
  const start = () => spawn(PROGRAM, ['-c', file], { stdio: 'ignore' });
  let child = start();
  await until('Mosquitto', () => answers(port));
  const right = ['addRoleACL', 'admin', 'publishClientSend', 'devices/#', 'allow'];
  spawnSync(CONTROL, ['-h', '127.0.0.1', '-p', String(port), '-u', username, '-P', password, 'dynsec', ...right]);
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    end,
    begin: async () => {
      child = start();
      await until('Mosquitto', () => answers(port));
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The configuration as the documentation shows it: the file, the access rules of devices, and those of the server. */
function documented(): { conf: string; acl: string; serverAcl: string } {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  const [conf = '', acl = ''] = [...text.matchAll(/```conf\n([\s\S]*?)```/g)].map(([, block]) => block);
  const topics = [...text.matchAll(/`(topic (?:read|write) [^`]+)`/g)].map(([, line]) => line);
  return { conf, acl, serverAcl: topics.join('\n') };
}

/** Starts Mosquitto with the documented configuration and the given accounts; only ports and folders are its own. */
export async function startMosquitto(
  server: readonly [string, string],
  devices: ReadonlyArray<readonly [string, string]>,
): Promise<Mosquitto> {
  const folder = newDataDir();
  mkdirSync(folder, { recursive: true });
  const [serverPort, devicePort] = [await freePort(), await freePort()];
  const { conf, acl, serverAcl } = documented();
  const file = path.join(folder, 'mosquitto.conf');
  const here = conf
    .replace('listener 1883 127.0.0.1', `listener ${serverPort} 127.0.0.1`)
    .replace('listener 8883', `listener ${devicePort} 127.0.0.1`)
    .replaceAll('/etc/mosquitto/', `${folder}/`)
    .replaceAll('/var/lib/mosquitto/', `${folder}/`);
  writeFileSync(file, `user root\n${here}`);
  writeFileSync(path.join(folder, 'device.acl'), acl);
  writeFileSync(path.join(folder, 'server.acl'), `user ${server[0]}\n${serverAcl}\n`);
  for (const [name, accounts] of [['server.passwords', [server]] as const, ['device.passwords', devices] as const]) {
    const passwords = path.join(folder, name);
    writeFileSync(passwords, '');
    for (const [user, password] of accounts) spawnSync(PASSWORDS, ['-b', passwords, user, password]);
  }
  for (const name of ['server.passwords', 'device.passwords', 'server.acl', 'device.acl']) chmodSync(path.join(folder, name), 0o600);
  const child = spawn(PROGRAM, ['-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const isReady = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
  await until('Mosquitto', async () => child.exitCode === null && (await isReady(serverPort)) && (await isReady(devicePort)));
  return {
    serverUrl: `mqtt://127.0.0.1:${serverPort}`,
    deviceUrl: `mqtt://127.0.0.1:${devicePort}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
