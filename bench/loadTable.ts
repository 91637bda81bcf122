/** The Markdown tables of `bench:load`: a row per step; CPU time per stored report and memory per process. */

import type { Step } from './loadMeasure.ts';

const MB = 1_000_000;
const rounded = (value: number, digits = 0) => value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Formats the processes of a step as a Markdown table: CPU time per stored report and in percent of one processor, and memory. */
export function processTable({ rows, stored, seconds }: Step): string {
  const total = rows.reduce((sum, { cpuUs }) => sum + cpuUs, 0);
  const line = (name: string, cpuUs: number, memoryBytes: string) =>
    `| ${name} | ${rounded(cpuUs / Math.max(stored, 1))} | ${rounded(cpuUs / seconds / 10_000, 1)} | ${memoryBytes} |`;
  return [
    '| process | µs of CPU per report | % of a processor | memory, MB |',
    '|---|---|---|---|',
    ...rows.map(({ name, cpuUs, memoryBytes }) => line(name, cpuUs, rounded(memoryBytes / MB))),
    line('all', total, rounded(rows.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0) / MB)),
  ].join('\n');
}

/** The heading of the table of steps. */
export const stepHeading = [
  '| devices | offered reports/s | acknowledged/s | stored/s | device to console p50, ms | p99, ms | consoles open | MB/s to consoles | processors busy | of them with other work |',
  '|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

/** Formats a step as a row of the table of steps. */
export function stepRow(devices: number, { seconds, published, acknowledged, stored, consoles, rows, machineUs }: Step): string {
  const processors = (us: number) => rounded(us / seconds / 1_000_000, 2);
  const own = rows.reduce((sum, { cpuUs }) => sum + cpuUs, 0);
  const figures = [devices, published / seconds, acknowledged / seconds, stored / seconds, consoles.p50, consoles.p99, consoles.open];
  return `| ${[...figures.map((value) => rounded(value)), rounded(consoles.bytes / seconds / MB, 1), processors(machineUs), processors(Math.max(0, machineUs - own))].join(' | ')} |`;
}
