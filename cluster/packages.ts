/** The Debian packages of the cluster: which are missing, the paths of nats-server (`NATS_SERVER`) and of PostgreSQL's programs. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The NATS program: that of Debian's package, or another version at the path in `NATS_SERVER`. */
export const natsProgram = process.env['NATS_SERVER'] ?? '/usr/sbin/nats-server';

/** The Debian packages that a cluster needs, each with one of its programs. */
const PACKAGES = [
  ['nats-server', natsProgram],
  ['haproxy', '/usr/sbin/haproxy'],
] as const;

/** Debian keeps the programs of each major version of PostgreSQL in a separate folder outside the search path. */
const POSTGRES = '/usr/lib/postgresql';

/** Returns the folder with the programs of the newest installed PostgreSQL; null without one. */
export function postgresPrograms(): string | null {
  if (!existsSync(POSTGRES)) return null;
  const folders = readdirSync(POSTGRES)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(POSTGRES, version, 'bin'));
  return folders.find((folder) => existsSync(path.join(folder, 'postgres'))) ?? null;
}

/** Returns the packages that are not installed. */
export const missingPackages = (): readonly string[] => [
  ...(postgresPrograms() === null ? ['postgresql'] : []),
  ...PACKAGES.flatMap(([name, program]) => (existsSync(program) ? [] : [name])),
];
