import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Command } from '#contract/command';
import type { Bus } from '../platform/bus/bus.ts';
import type { LiveReport } from '../fleet/liveReport.ts';
import { publishControl, publishLeft } from './control/addController.ts';
import { type Control, readControlled, releaseControl } from './control/control.ts';
import type { ControlCache } from './control/controlCache.ts';
import type { Presence } from './control/consolePresence.ts';
import { startControlExpiry } from './control/controlExpiry.ts';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/failure/logOnce.ts';
import { notFound } from '../platform/failure/failure.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { Commands, CommandRequest } from './commands.ts';
import { createCommandSender } from './sendCommand.ts';
import { createRetryQueue, type RetryQueue } from '../platform/database/retryQueue.ts';
import type { BrokerConnection } from './brokerConnection.ts';
import { createResults, type ResultInbox } from './commandResults.ts';
import { createStop } from './sendStop.ts';
import type { StopSpool } from './stopSpool.ts';
import { expireCommands, readCommand } from './commandStore.ts';
import type { CommandTimes } from './commandTimeouts.ts';
import { createDoneWatch } from './watchDone.ts';
import { type CommandChanges, type CommandChange, createCommandChanges, watchUntil } from './watchCommands.ts';

interface OpenParts {
  readonly database: Kysely<Database>;
  /** Database connections that are reserved for stop commands. */
  readonly stopDatabase: Kysely<Database>;
  readonly spool: StopSpool;
  /** The connection for commands, and the one for stop. */
  readonly link: BrokerConnection;
  readonly stopLink: BrokerConnection;
  readonly live: LiveReports;
  readonly bus: Bus<LiveReport>;
  /** Notifies other instances that a command has changed. */
  readonly changesBus: Bus<CommandChange>;
  readonly memory: ControlCache;
  readonly presence: Presence;
  readonly gauges: Gauges;
  readonly times: CommandTimes;
  readonly now: () => number;
  readonly log: Logger;
  /** The name under which the server releases expired control. */
  readonly product: string;
}

/** Commands and control of one instance. */
export interface OpenedCommands {
  readonly commands: Commands;
  readonly results: ResultInbox;
  /** Sends a command of the server itself; returns false, and does nothing, when the device cannot be reached. */
  readonly sendByServer: (order: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>) => Promise<boolean>;
  readonly retries: RetryQueue;
  /** Whether both broker connections are up. */
  readonly isUp: () => boolean;
  readonly close: () => Promise<void>;
}

/** Expires commands on a timer, and retries writes that wait for the database. */
function startExpiry({ database, times, now, log }: OpenParts, changes: CommandChanges, retries: RetryQueue) {
  const outcome = logOnce(log, {
    lost: 'commands without an end cannot be looked through',
    back: 'commands without an end are looked through again',
  });
  const beat = async () => {
    await retries.retry();
    try {
      if ((await expireCommands(database, now())).length > 0) changes.notify();
      outcome.worked();
    } catch (error) {
      outcome.failed(error);
    }
  };
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = null;
    });
  }, times.beatMs);
  return {
    close: async () => {
      clearInterval(timer);
      await beating;
    },
  };
}

/** Returns the functions that wait for the ends of commands. */
function endsOf({ database, times, now }: OpenParts, changes: CommandChanges): Pick<Commands, 'waitForEnd' | 'waitForConfirmation'> {
  const doneWatch = createDoneWatch(database, changes);
  const endOf = async (id: string) => {
    const found = await readCommand(database, id);
    if (found === null) throw notFound('no such command');
    return found.record;
  };
  return {
    waitForEnd: async (id, withinMs) => {
      const isEnded = (command: Command) => (command.ended_at === null ? null : command);
      return (await watchUntil(changes, async () => isEnded(await endOf(id)), withinMs)) ?? endOf(id);
    },
    waitForConfirmation: (serial, command) => {
      const since = now() - times.waitMs;
      return doneWatch.wait({ serial, command, since }, times.waitMs);
    },
  };
}

/** Starts the sending of commands, the receiver of results and the timers of expiry. `close` ends them and closes both connections. */
export function openCommands(parts: OpenParts): OpenedCommands {
  const { database, link, stopLink, live, bus, memory, times, now, log } = parts;
  const retries = createRetryQueue(log);
  const changes = createCommandChanges(parts.changesBus);
  const results = createResults({ ...parts, changes, retries });
  const onControl = (control: Control) => publishControl(bus, live, memory, control);
  const shared = { database, live, link, stopLink, results, changes, retries, times, now, onControl };
  const sender = createCommandSender(shared);
  const announceEnd = (control: Control) => {
    onControl(control);
    void retries.run(() => sender.end(control, { username: '', name: parts.product }));
  };
  const upkeep = startControlExpiry({
    ...parts,
    beatMs: times.controlBeatMs,
    onRead: (control) => {
      if (memory.note(control)) onControl(control);
    },
    onExpired: announceEnd,
  });
  const expiry = startExpiry(parts, changes, retries);
  return {
    results,
    retries,
    sendByServer: (order) => sender.sendByServer(order, parts.product),
    isUp: () => link.isUp() && stopLink.isUp(),
    commands: {
      ...sender,
      announceDeparture: async ({ serial, at, control }, by) => {
        publishLeft(bus, live, serial, at);
        if (control === null) return;
        onControl(control);
        await retries.run(() => sender.end(control, by));
      },
      endControlOf: async (username, isVisible) => {
        for (const serial of await readControlled(database, username)) {
          const ended = isVisible(serial) ? null : await releaseControl(database, serial, username, now());
          if (ended !== null) announceEnd(ended);
        }
      },
      stop: createStop({ ...shared, database: parts.stopDatabase, spool: parts.spool }),
      ...endsOf(parts, changes),
    },
    close: async () => {
      await Promise.all([expiry.close(), upkeep.close()]);
      await results.idle();
      await retries.close();
      await Promise.all([link.close(), stopLink.close()]);
    },
  };
}
