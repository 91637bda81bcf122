/** The recorded sessions of `fixtures/sessions/`: checks, accepts and records them. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { NEVER, map, merge, timer, VirtualTimeScheduler } from 'rxjs';
import { replay } from '#fixtures/replay';
import { PERSON, shifts, type Shift } from '#fixtures/shifts';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { fleetLog } from '#streams/log/fleetLog';
import type { RecordingInfo } from '#streams/recording/recordingInfo';
import { encodeSession } from './encodeSession.ts';
import { driftLines, driftOf, missingOf, readSignature, signSession, readBlocks } from './gate.ts';
import { openRecordedSession, readRecordedSession } from './openSession.ts';

const FOLDER = new URL('../fixtures/sessions/', import.meta.url);
/** Returns the path of a recorded session's file. */
export const sampleFile = (name: string): string => fileURLToPath(new URL(`${name}.orangery`, FOLDER));
const signatureFile = (name: string) => fileURLToPath(new URL(`${name}.json`, FOLDER));

/** Returns the names of the recorded sessions. */
export async function sampleNames(): Promise<readonly string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => (file.endsWith('.orangery') ? [file.slice(0, -'.orangery'.length)] : [])).toSorted();
}

/** Returns the signature of a recorded session. */
export const readSampleSignature = async (name: string) => readSignature(await readFile(signatureFile(name), 'utf8'));

/** Number of events per block; small, so that each session has several blocks. */
const BLOCK_EVENTS = 60;

/** Returns the log of a shift, which is the same in every run. */
export function logOfShift({ lines, intents, session, lastsMs }: Shift): readonly FleetEvent[] {
  const clock = new VirtualTimeScheduler(undefined, lastsMs);
  const later = <T>(rows: readonly (readonly [number, T])[]) =>
    merge(NEVER, ...rows.map(([at, value]) => timer(at, clock).pipe(map(() => value))));
  const config = { websocket_address: 'wss://api.example', session$: later(session), onSecret: () => undefined };
  const events: FleetEvent[] = [];
  fleetLog(replay(lines, clock).ports, later(intents), config).subscribe((batch) => events.push(...batch));
  clock.flush();
  return events;
}

const serialsOf = (events: readonly FleetEvent[]) =>
  new Set(events.flatMap((event) => (event.kind === 'device.stateReported' ? [event.serial] : [])));

function infoOf(note: string, events: readonly FleetEvent[]): RecordingInfo {
  return {
    writtenAt: events.at(-1)?.at ?? 0,
    note,
    recordedBy: { username: PERSON.username, name: `${PERSON.first_name} ${PERSON.family_name}`, role: 'system_admin' },
    devices: serialsOf(events).size,
    site: { company: 'Serra Robotics', product: 'Orangery', version: '0.1.0', default_organisation_id: 'serra', features: ['commands'] },
  };
}

async function sign(name: string, bytes: Uint8Array): Promise<void> {
  const session = await openRecordedSession(bytes);
  const signature = signSession(`${name}.orangery`, session, await readBlocks(session), reduceLog);
  await writeFile(sampleFile(name), bytes);
  await writeFile(signatureFile(name), `${JSON.stringify(signature, null, 2)}\n`);
}

/** Re-records the session of a shift and signs it; returns whether the shift exists. */
export async function recordSample(name: string): Promise<boolean> {
  const shift = shifts[name]?.();
  if (shift === undefined) return false;
  const events = logOfShift(shift);
  const blocks = Array.from({ length: Math.ceil(events.length / BLOCK_EVENTS) }, (_, index) =>
    events.slice(index * BLOCK_EVENTS, (index + 1) * BLOCK_EVENTS),
  );
  await sign(name, await encodeSession(infoOf(shift.note, events), blocks));
  return true;
}

/** Returns how a recorded session differs from its signature, as lines of text; empty if it does not differ. */
export async function checkSample(name: string): Promise<readonly string[]> {
  const [session, signature] = [await readBlocks(await readRecordedSession(sampleFile(name))), await readSampleSignature(name)];
  const drift = driftOf(session, signature, reduceLog);
  if (drift !== null) return driftLines(drift);
  const missing = missingOf(session, signature);
  return missing === null ? [] : [missing];
}

/** Signs a changed session and stores the states of its blocks as the console now folds them; returns how the session differed before. */
export async function acceptSample(name: string): Promise<readonly string[]> {
  const lines = await checkSample(name);
  if (lines.length === 0) return lines;
  const session = await readRecordedSession(sampleFile(name));
  const { before, blocks } = await readBlocks(session);
  await sign(name, await encodeSession(session.info, blocks, reduceLog(before, [])));
  return lines;
}
