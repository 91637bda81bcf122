import { between } from '../../platform/random.ts';
import { randomOf } from '../../platform/randomOf.ts';
import type { Build, Entry } from './robot.ts';

const MINUTE_MS = 60_000;

/** A log file that was closed at this true instant; its id is made from who and when, so that it is reported alike again. */
export function logFile({ build }: { readonly build: Build }, at: number): Entry {
  const time = new Date(at + build.clockOffsetMs).toISOString();
  return { kind: 'file', time, database_id: `log-${build.serial.toLowerCase()}-${Math.floor(at / 1000).toString(16)}`, timestamp: time };
}

/** When a robot closes its next log file after this one: some minutes later. */
export const nextFileAt = (serial: string, at: number) => at + between(4, 9, randomOf(`${serial} file ${at}`)) * MINUTE_MS;
