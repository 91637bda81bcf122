import { getCommands } from '#contract/command';
import type { CommandLine } from '#state/commandLines';
import { useFeature } from '#state/features';
import { type Answered, useAnswer } from '#state/useAnswer';
import type { RemotePaging } from '#ui/dataTableProps';
import { callPage, FIRST_PAGE } from '#ui/table/pageWindow';
import { usePagedAnswer } from '#widgets/usePagedAnswer';
import { useLines } from '../useLines.ts';

/** One page of the commands of a device, and the way to the others. */
export interface CommandList {
  /** False where the server has no such list: then nothing is known of a command after it was sent. */
  readonly isOffered: boolean;
  readonly asked: Answered<unknown>;
  readonly lines: readonly CommandLine[];
  /** Those of the first page, whatever page is shown: what runs stands there. */
  readonly newest: readonly CommandLine[];
  /** Without the rows: those are the lines. */
  readonly table: { readonly name: string; readonly remote: RemotePaging };
}

/** Keeps a page of the commands of a device fresh, and the newest page beside it, with what this console gave a moment ago. */
export function useCommandList(serial: string): CommandList {
  const isOffered = useFeature('commands');
  const { asked, table } = usePagedAnswer('device-commands', getCommands, { serial }, {}, { isWanted: isOffered });
  const { page, size, rowCount, onChange } = table.remote;
  const isFirst = page === FIRST_PAGE;
  // On the first page the question is the same one, and is asked already.
  const first = useAnswer(getCommands, { serial }, { page: callPage(FIRST_PAGE), per_page: size }, { isWanted: isOffered && !isFirst });
  const lines = useLines(serial, asked, { isFirst, size });
  const newest = useLines(serial, first, { isFirst: true, size });
  const remote = { page, size, rowCount: Math.max(rowCount, lines.length), onChange };
  return { isOffered, asked, lines, newest: isOffered ? newest : [], table: { name: table.name, remote } };
}
