/** `npm run session`: the command line with usage and options, and a one-line message for each error. */

import { spawnSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DamagedRecording } from '#streams/recording/bytes';
import { cut } from './encodeSession.ts';
import { infoLines, isOneVisit, readRecordedSession, toNdjson, type RecordedSession } from './openSession.ts';
import { acceptSample, checkSample, recordSample, sampleNames } from './recordedSessions.ts';
import { foldIn, shrink, shrinkAs, withEvents, type StillFails } from './shrink.ts';
import { toMcap } from './toMcap.ts';
import { toTest } from './toTest.ts';
import { verify } from './verify.ts';

/** A failed command, with a one-line reason; a drift has several lines. */
class Refused extends Error {}

const USAGE =
  'Usage: npm run session -- info|verify FILE | cut FILE OUT --from T --to T | convert FILE OUT [--as FOLDER] | shrink FILE OUT --test COMMAND|--as FOLDER | check [NAME] | accept|record NAME';

function instantOf(text: string | undefined, otherwise: number): number {
  const at = text === undefined ? otherwise : Date.parse(text);
  if (Number.isNaN(at)) throw new Refused(`${text ?? ''} is no instant: write it as 2026-11-22T02:40:17Z.`);
  return at;
}

async function writeMcap(session: RecordedSession, out: string): Promise<void> {
  const file = await open(out, 'w');
  let written = 0n;
  const write = async (bytes: Uint8Array) => {
    await file.write(bytes);
    written += BigInt(bytes.length);
  };
  try {
    await toMcap(session, { write, position: () => written });
  } finally {
    await file.close();
  }
}

/** Throws `Refused` for a recording whose events cannot be folded one after another. Source: GATE7. */
async function refuseVisits(session: RecordedSession): Promise<void> {
  if (!(await isOneVisit(session))) throw new Refused('The recording holds several visits, or a part is missing: cut one visit first.');
}

async function writeAsTest(session: RecordedSession, out: string, as?: string): Promise<void> {
  await refuseVisits(session);
  await writeFile(out, await toTest(session, as === undefined ? undefined : await foldIn(as)));
}

async function convert(session: RecordedSession, out: string, as?: string): Promise<string> {
  if (out.endsWith('.mcap')) await writeMcap(session, out);
  else if (out.endsWith('.ndjson')) await writeFile(out, toNdjson(session));
  else if (out.endsWith('.test.ts')) await writeAsTest(session, out, as);
  else throw new Refused('A recording is converted to a file that ends in .ndjson, .mcap or .test.ts.');
  return out;
}

async function writeCut(session: RecordedSession, out: string, from: number, to: number): Promise<string> {
  const bytes = await cut(session, { from, to });
  if (bytes === null) throw new Refused('Nothing is recorded in this span.');
  await writeFile(out, bytes);
  return out;
}

/** The parsed options of a command. */
interface Options {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly test?: string | undefined;
  readonly as?: string | undefined;
}

/** Runs a command on a recording and returns its output. Throws `Refused` for a recording with a fault. */
async function runOnFile(command: string, file: string, out: string, { from, to, as }: Options): Promise<string> {
  const session = await readRecordedSession(file);
  if (command === 'info') return infoLines(session).join('\n');
  if (command === 'cut') return writeCut(session, out, instantOf(from, -Infinity), instantOf(to, Infinity));
  if (command === 'convert') return convert(session, out, as);
  const fault = await verify(session);
  if (fault !== null) throw new Refused(fault);
  const { length } = session.blocks;
  return `The recording is whole: ${String(length)} ${length === 1 ? 'block' : 'blocks'}.`;
}

/**
 * Checks that recorded sessions are unchanged since they were signed; returns one line per session. Throws `Refused` with the drift of the first one that
 * changed.
 */
async function check(names: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const name of names) {
    const drift = await checkSample(name);
    if (drift.length > 0) throw new Refused([`${name} ${drift[0] ?? ''}`, ...drift.slice(1)].join('\n'));
    lines.push(`${name} equals its signature.`);
  }
  return lines.join('\n');
}

/** Runs a command on the recorded sessions and returns its output. Throws `Refused` for an unknown name or a drift. */
async function runOnSample(command: string, name: string): Promise<string> {
  const names = await sampleNames();
  if (command === 'check') return check(name === '' ? names : [name]);
  if (command === 'record') {
    if (!(await recordSample(name))) throw new Refused(`There is no shift "${name}" in fixtures/shifts.ts.`);
    return `${name} is recorded and signed.`;
  }
  if (!names.includes(name)) throw new Refused(`There is no session "${name}". There are: ${names.join(', ')}.`);
  const drift = await acceptSample(name);
  return drift.length === 0 ? `${name} did not differ; nothing was written.` : [`${name} is signed anew. It`, ...drift].join('\n');
}

/** Runs a command on a file with the events; returns whether the command fails. */
const commandFails =
  (session: RecordedSession, out: string, test: string): StillFails =>
  async (events, before) => {
    await writeFile(out, await withEvents(session, before, events));
    return spawnSync(`${test} "$FILE"`, { shell: true, stdio: 'ignore', env: { ...process.env, FILE: out } }).status !== 0;
  };

/** Cuts a recording to the fewest events with which a command still fails, or with which another console still computes a different state. */
async function writeShrunk(session: RecordedSession, out: string, { test, as }: Options): Promise<string> {
  await refuseVisits(session);
  const shrunk =
    as === undefined ? await shrink(session, commandFails(session, out, test ?? '')) : await shrinkAs(session, await foldIn(as));
  if (shrunk === null)
    throw new Refused(as === undefined ? 'The command does not fail with this recording.' : 'Both consoles show the same.');
  await writeFile(out, shrunk.bytes);
  return `${out}, events left: ${String(shrunk.events.length)}`;
}

/** Parses the command and options of a command line. */
function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { from: text, to: text, test: text, as: text, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = '', file = '', out = '', ...more] = positionals;
    return more.length > 0 ? null : { command, file, out, values };
  } catch {
    return null;
  }
}

/** Runs a command; returns its output. */
async function run(args: readonly string[]): Promise<string> {
  const given = parsed(args);
  if (given === null) throw new Refused(USAGE);
  const { command, file, out, values } = given;
  if (values.help === true) return USAGE;
  const isOnSample = command === 'check' || ((command === 'record' || command === 'accept') && file !== '');
  if (isOnSample && out === '') return runOnSample(command, file);
  const hasOracle = (values.test === undefined) !== (values.as === undefined);
  if (command === 'shrink' && out !== '' && hasOracle) return writeShrunk(await readRecordedSession(file), out, values);
  const hasOut = command === 'cut' || command === 'convert';
  if (file === '' || !(hasOut || command === 'info' || command === 'verify') || hasOut !== (out !== '')) throw new Refused(USAGE);
  return runOnFile(command, file, out, values);
}

/** Returns whether an error comes from reading or writing a file or folder. Most such errors name the file. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  const isRead = error instanceof DamagedRecording || isSystemError(error);
  const reason = isRead ? lineOf(error) : `The recording could not be read: ${lineOf(error)}`;
  process.stderr.write(`${error instanceof Refused ? error.message : reason}\n`);
  process.exitCode = 1;
}
