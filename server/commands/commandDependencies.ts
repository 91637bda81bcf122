/** The dependencies of the command senders, the error 409 "offline", and a command as MQTT message. */

import type { Kysely } from 'kysely';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import type { Control } from './control/control.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure/failure.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { RetryQueue } from '../platform/database/retryQueue.ts';
import type { BrokerConnection } from './brokerConnection.ts';
import type { ResultInbox } from './commandResults.ts';
import type { NewCommand } from './commandStore.ts';
import type { CommandTimes } from './commandTimeouts.ts';
import type { CommandChanges } from './watchCommands.ts';

/** Dependencies of command senders. */
export interface CommandDependencies {
  readonly database: Kysely<Database>;
  readonly live: Pick<LiveReports, 'isConnected' | 'clockOffsetMs'>;
  /** The connection for commands, and a separate one for stop, which other commands cannot delay. */
  readonly link: BrokerConnection;
  readonly stopLink: BrokerConnection;
  readonly results: ResultInbox;
  readonly changes: CommandChanges;
  readonly retries: RetryQueue;
  readonly times: CommandTimes;
  readonly now: () => number;
  /** Called for every change of control. */
  readonly onControl: (control: Control) => void;
}

/** 409: the device is offline; commands are not queued for it. */
export const offline = () => conflict('the device is offline');

/** A stop never expires on the device; this instant is for devices that compare `expires_at`. */
const NEVER = '9999-12-31T23:59:59.000Z';

/**
 * Converts a command to its MQTT message; only take and release have a `controller`. `clockOffsetMs` is the time by which the device's clock is ahead: a device
 * compares with its own clock, right or wrong.
 */
export function messageOf(
  { id, command, arguments: words, at, times }: Omit<NewCommand, 'by' | 'serial'>,
  epoch: number | null,
  { controller, clockOffsetMs = 0 }: { readonly controller?: string | null; readonly clockOffsetMs?: number } = {},
): CommandMessage {
  const isStop = command === 'stop_immediately';
  const givenAt = at + clockOffsetMs;
  return {
    command_id: id,
    command,
    arguments: words,
    given_at: new Date(givenAt).toISOString(),
    expires_at: isStop ? NEVER : new Date(givenAt + times.deliverMs).toISOString(),
    expires_in_ms: isStop ? null : times.deliverMs,
    epoch,
    ...(controller === undefined ? {} : { controller }),
  };
}
