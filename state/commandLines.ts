import type { Command, CommandKind } from '#contract/command';
import { refusalText, type ShownStatus } from '#domain/commands/commandText';
import { argumentsOf, commands } from '#domain/commands/commandRows';
import { instantMs } from '#domain/text/dates';
import type { OwnCommand } from './commands.ts';

/** One line of the list of commands. Instants are in ms since epoch by the server's clock. */
export interface CommandLine {
  readonly id: string;
  readonly kind: CommandKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly status: ShownStatus;
  readonly isSent: boolean;
  readonly isDelivered: boolean;
  readonly givenAt: number;
  readonly endedAt: number | null;
  readonly by: string;
  /** The user in control when the command was sent: null if nobody was in control, undefined if only the server knows. */
  readonly holder: string | null | undefined;
  readonly text: string | null;
}

/** One page of the server's list, and the data needed to merge this console's own commands into it. */
export interface CommandPage {
  readonly results: readonly Command[];
  readonly isFirst: boolean;
  readonly isFull: boolean;
  /** Instant at which the server last confirmed the page, in ms since epoch by the console's clock; undefined until then. */
  readonly at: number | undefined;
}

/** The console itself: the name of its user, and the time, in ms, by which the server's clock is ahead. */
export interface ConsoleIdentity {
  readonly me: string;
  readonly offsetMs: number;
}

const lineOf = (command: Command): CommandLine => ({
  id: command.id,
  kind: command.command,
  arguments: command.arguments,
  status: command.status,
  isSent: command.sent_at !== null,
  isDelivered: command.delivered_at !== null,
  givenAt: instantMs(command.given_at) ?? 0,
  endedAt: instantMs(command.ended_at),
  by: command.given_by_name || command.given_by,
  holder: command.holder_name || command.holder,
  text: command.text,
});

/** The text for a stop that the device has confirmed but that the server has not stored yet; the server sends a stop before storing it. */
const NOT_RECORDED = 'Sent, not recorded yet';

function own(given: OwnCommand, { me, offsetMs }: ConsoleIdentity): CommandLine {
  const isUnrecorded = given.command === 'stop' && given.phase === 'sent';
  const { id, command, params, phase, givenAt, endedAt, failure } = given;
  return {
    id,
    kind: commands[command].kind,
    arguments: argumentsOf(command, params),
    status: phase,
    isSent: phase === 'sent',
    isDelivered: false,
    givenAt: givenAt + offsetMs,
    endedAt: phase === 'refused' && endedAt !== null ? endedAt + offsetMs : null,
    by: me,
    holder: undefined,
    text: failure === null ? (isUnrecorded ? NOT_RECORDED : null) : refusalText(failure),
  };
}

/**
 * Returns a page of a device's commands (`CommandLine`), newest first: the server's list, on the first page merged by id with this console's own commands. The
 * server's entry replaces the console's.
 */
export function commandLines(page: CommandPage, given: readonly OwnCommand[], here: ConsoleIdentity): readonly CommandLine[] {
  const lines = page.results.map(lineOf);
  if (!page.isFirst) return lines;
  const ids = new Set(lines.map(({ id }) => id));
  const oldestAt = page.isFull ? (lines.at(-1)?.givenAt ?? 0) : 0;
  // A command that was sent and confirmed before this page was loaded would be listed if it belonged to this page. A stop is exempt, because the server stores
  // it later if the database is slow.
  const isElsewhere = ({ command, phase, endedAt }: OwnCommand) =>
    command !== 'stop' && phase === 'sent' && page.at !== undefined && page.at > (endedAt ?? page.at);
  const mine = given
    .filter((one) => !ids.has(one.id) && !isElsewhere(one))
    .map((one) => own(one, here))
    .filter(({ givenAt }) => givenAt >= oldestAt);
  return [...lines, ...mine].toSorted((a, b) => b.givenAt - a.givenAt);
}
