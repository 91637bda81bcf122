import type { CommandLine } from '#state/commandLines';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { polledTableState } from '#widgets/polledTableState';
import { NoAnswer } from '../NoAnswer.tsx';
import { columns } from './columns.tsx';
import type { CommandList } from './useCommandList.ts';

/** Several poll intervals; an older list is shown as stale. */
const STALE_AFTER_MS = 5_000;

const keyOfLine = ({ id }: CommandLine) => id;

/** Renders "Recent commands": the commands sent to the device, newest first, with sender, holder of control and result. */
export function RecentCommands({ list }: { readonly list: CommandList }) {
  const { query, lines, table } = list;
  const age = query.at === undefined ? undefined : <AgeText at={query.at} clock="console" staleAfterMs={STALE_AFTER_MS} />;
  return (
    <Section title="Recent commands" bare end={age}>
      {query.isUnknown ? (
        <NoAnswer {...query} />
      ) : (
        <DataTable
          {...table}
          label="Recent commands, newest first"
          columns={columns}
          rows={lines}
          rowKey={keyOfLine}
          rendersByValues
          {...polledTableState(query)}
        />
      )}
    </Section>
  );
}
