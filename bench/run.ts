/** `npm run bench`: which measurements run (`-- state`), their figures with floors and goals, printed and saved by `--json FILE`. */

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { bundleBench } from './bundle.ts';
import { fanOutBench } from './fanOut.ts';
import { historyBench } from './history.ts';
import { momentsBench } from './moments.ts';
import { pipelineBench } from './pipeline.ts';
import { lineOf, verdictOf, type Result } from './result.ts';
import { recordBench } from './record.ts';
import { replayBench } from './replay.ts';
import { seekBench } from './seek.ts';
import { stateBench } from './state.ts';
import { stopBench } from './stop.ts';
import { transportBench } from './stopTransports.ts';
import { tableBench } from './table.ts';
import { wireBench } from './wire.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, flood: { type: 'string', multiple: true } },
});

const benches = new Map<string, () => readonly Result[] | Promise<readonly Result[]>>([
  ['state', stateBench],
  ['pipeline', pipelineBench],
  ['record', recordBench],
  ['replay', replayBench],
  ['seek', seekBench],
  ['bundle', bundleBench],
  ['table', tableBench],
  ['stop', () => stopBench(values.flood)],
  ['transports', transportBench],
  ['fanout', fanOutBench],
  ['wire', wireBench],
  ['history', historyBench],
  ['moments', momentsBench],
]);

const unknown = positionals.filter((name) => !benches.has(name));
if (unknown.length > 0) throw new Error(`No such measurement: ${unknown.join(', ')}. There are: ${[...benches.keys()].join(', ')}.`);

const machine = { node: process.version, cpus: availableParallelism() };
const measured: { bench: string; command: string; results: readonly Result[] }[] = [];
for (const [bench, measure] of benches) {
  if (positionals.length > 0 && !positionals.includes(bench)) continue;
  const command = `npm run bench -- ${bench}`;
  const results = await measure();
  measured.push({ bench, command, results });
  process.stdout.write(`\n${bench}   (${command}; node ${machine.node}, ${String(machine.cpus)} cpus)\n`);
  process.stdout.write(`${results.map(lineOf).join('\n')}\n`);
}
if (values.json !== undefined) {
  const rows = measured.map((one) => ({ ...one, results: one.results.map((result) => ({ ...result, verdict: verdictOf(result) })) }));
  writeFileSync(values.json, `${JSON.stringify({ ...machine, measured: rows }, null, 2)}\n`);
}
