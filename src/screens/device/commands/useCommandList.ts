import { getCommands } from '#contract/command';
import type { CommandLine } from '#state/commandLines';
import { useFeature } from '#hooks/features';
import { type Answered, useAnswer } from '#hooks/useAnswer';
import type { RemotePaging } from '#ui/dataTableProps';
import { callPage, FIRST_PAGE } from '#ui/table/pageWindow';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { useCommandLines } from '../useCommandLines.ts';

/** One page of the commands of a device, with paging. */
export interface CommandList {
  /** False if the server has no command list, so that the outcome of a command is unknown. */
  readonly isOffered: boolean;
  readonly query: Answered<unknown>;
  readonly lines: readonly CommandLine[];
  /** The commands of the first page, whichever page is shown, because the running ones are on it. */
  readonly newest: readonly CommandLine[];
  /** The props of the table except its rows, which are `lines`. */
  readonly table: { readonly name: string; readonly remote: RemotePaging };
}

/** Keeps a page of the commands of a device and the newest page fresh, merged with the commands just sent from this console. */
export function useCommandList(serial: string): CommandList {
  const isOffered = useFeature('commands');
  const { query, table } = usePagedQuery('device-commands', getCommands, { serial }, {}, { isWanted: isOffered });
  const { page, size, rowCount, onChange } = table.remote;
  const isFirst = page === FIRST_PAGE;
  // On the first page, this would be the same query.
  const first = useAnswer(getCommands, { serial }, { page: callPage(FIRST_PAGE), per_page: size }, { isWanted: isOffered && !isFirst });
  const lines = useCommandLines(serial, query, { isFirst, size });
  const newest = useCommandLines(serial, first, { isFirst: true, size });
  const remote = { page, size, rowCount: Math.max(rowCount, lines.length), onChange };
  return { isOffered, query, lines, newest: isOffered ? newest : [], table: { name: table.name, remote } };
}
