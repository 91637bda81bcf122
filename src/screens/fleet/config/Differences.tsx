import { useMemo } from 'react';
import type { ConfigDifference } from '#contract/devices/configuration';
import { differencesText } from '#domain/configuration/compareChoice';
import { dateTimeText } from '#domain/text/dates';
import { selectDeviceLabel } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { DataTable } from '#ui/table/DataTable';
import { keyOfKeyed, withKeys } from '#ui/table/withKeys';
import { Section } from '#ui/Section';
import { differenceColumns } from './differenceColumns.tsx';
import type { Compared, ComparedSide } from './useComparison.ts';

const BY_KEY = { id: 'key', desc: false };
const NONE: readonly ConfigDifference[] = [];
const keyOfRow = ({ key_value }: ConfigDifference) => key_value;

interface Props {
  readonly compared: Compared;
  /** Undefined while loading. */
  readonly differences: readonly ConfigDifference[] | undefined;
}

const useHead = ({ serial, at }: ComparedSide) => useAppSelector((s) => `${selectDeviceLabel(s, serial)}, ${dateTimeText(at)}`);

/** Renders the differences of two configurations, headed by the compared devices and times; "- not on this device". */
export function Differences({ compared: [first, second], differences }: Props) {
  const [one, two] = [useHead(first), useHead(second)];
  const columns = useMemo(() => differenceColumns(one, two), [one, two]);
  const rows = useMemo(() => withKeys(differences ?? NONE, keyOfRow), [differences]);
  return (
    <Section bare title={differences === undefined ? 'Comparing' : differencesText(differences.length)}>
      <DataTable
        name="config-differences"
        label="Differences"
        columns={columns}
        rows={rows}
        rowKey={keyOfKeyed}
        sortedBy={BY_KEY}
        status={differences === undefined ? 'loading' : 'ready'}
      />
    </Section>
  );
}
