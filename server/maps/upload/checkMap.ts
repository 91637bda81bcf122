/** `npm run map -- check FILE`: prints the content of a map file, or its problem. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { dottedVersion } from '#domain/places/mapVersion';
import { planSize } from '#domain/places/planProblem';
import { readArchive } from './readArchive.ts';
import { readMap } from './readMap.ts';

// `npm run map -- check FILE`: prints the content of a map's file, or the problem that the server would find in an upload of the file.

const USAGE = 'npm run map -- check FILE';

async function check(file: string): Promise<string> {
  await stat(file).catch(() => {
    throw new Error('there is no such file');
  });
  const { version, name, layers } = readMap(await readArchive(file));
  const counts = Object.entries(layers).flatMap(([layer, { features }]) => (features.length === 0 ? [] : [`${layer} ${features.length}`]));
  const [width, height] = planSize(layers).map((metres) => metres.toFixed(2));
  return `version ${dottedVersion(version)}${name === undefined ? '' : `, named ${name}`}, ${width} x ${height} m, features: ${counts.join(', ')}`;
}

const [command, file, ...more] = process.argv.slice(2);
if (command !== 'check' || file === undefined || more.length > 0) {
  process.stderr.write(`orangery: ${USAGE}\n`);
  process.exitCode = 2;
} else {
  await check(file).then(
    (text) => process.stdout.write(`${path.basename(file)}: ${text}\n`),
    (error: unknown) => {
      process.stderr.write(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
