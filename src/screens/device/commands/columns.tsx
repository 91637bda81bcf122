import { chakra } from '@chakra-ui/react';
import { commandText, isFinal, tookText } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import { selectNow } from '#state/clock';
import type { CommandLine } from '#state/commandLines';
import { useAppSelector } from '#hooks/useAppSelector';
import { cellTimeText } from '#domain/text/dates';
import type { Column } from '#ui/column';
import { CommandResult } from '#widgets/CommandResult';
import { TimeText } from '#widgets/TimeText';

const Name = chakra('span', { base: { fontWeight: 500 } });
const Quiet = chakra('span', { base: { color: 'fg.muted' } });

const commandOf = (line: CommandLine) => commandText(line.kind, line.arguments);
const holderText = ({ holder }: CommandLine) => (holder === undefined ? '-' : (holder ?? 'Nobody'));

const resultParts = ({ status, isSent, isDelivered, text }: CommandLine) => [status, isSent, isDelivered, text];

/** Renders the duration of a command or, while it runs, the time since it was sent. */
function Took({ line }: { readonly line: CommandLine }) {
  const ms = useAppSelector((s) => (isFinal(line.status) ? line.endedAt : selectNow(s)));
  return <Quiet>{ms === null ? '-' : tookText(ms - line.givenAt)}</Quiet>;
}

/** The columns of the recent commands: Time, Command, By, In control, Result, Took. */
export const columns: readonly Column<CommandLine>[] = [
  {
    id: 'time',
    head: 'Time',
    width: 184,
    narrow: 'place',
    renderInputs: ({ givenAt }) => givenAt,
    exportValue: ({ givenAt }) => cellTimeText(givenAt),
    cell: ({ givenAt }) => (
      <Quiet>
        <TimeText at={givenAt} />
      </Quiet>
    ),
  },
  {
    id: 'command',
    head: 'Command',
    width: 208,
    narrow: 'title',
    renderInputs: commandOf,
    exportValue: commandOf,
    cell: (line) => <Name>{commandOf(line)}</Name>,
  },
  {
    id: 'by',
    head: 'By',
    width: 136,
    narrow: 'action',
    renderInputs: ({ by }) => by,
    exportValue: ({ by }) => by,
    cell: ({ by }) => <Quiet>{by}</Quiet>,
  },
  {
    id: 'holder',
    head: 'In control',
    width: 136,
    renderInputs: holderText,
    exportValue: holderText,
    cell: (line) => <Quiet>{holderText(line)}</Quiet>,
  },
  {
    id: 'result',
    head: 'Result',
    narrow: 'state',
    renderInputs: resultParts,
    exportValue: ({ status }) => wordText(status),
    cell: (line) => <CommandResult line={line} />,
  },
  {
    id: 'took',
    head: 'Took',
    width: 84,
    narrow: 'value',
    align: 'end',
    renderInputs: ({ status, givenAt, endedAt }) => [status, givenAt, endedAt],
    exportValue: ({ givenAt, endedAt }) => (endedAt === null ? null : tookText(endedAt - givenAt)),
    cell: (line) => <Took line={line} />,
  },
];
