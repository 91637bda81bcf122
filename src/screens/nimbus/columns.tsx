import { dateTimeText } from '#domain/text/dates';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { LevelMark } from '#widgets/LevelMark';
import { TimeText } from '#widgets/TimeText';
import type { ResultRow } from './resultRows.ts';

/** The columns of a validation's results: Severity, Validation Time, Error Message, Resource Name, Nimbus ID. Source: SYNC-011..015. */
export const columns: readonly Column<ResultRow>[] = [
  {
    id: 'severity',
    head: 'Severity',
    width: 128,
    narrow: 'title',
    filter: { kind: 'values', label: wordText },
    value: ({ result }) => result.severity ?? '',
    cell: ({ result }) => <LevelMark level={result.severity} />,
  },
  {
    id: 'time',
    head: 'Validation Time',
    width: 180,
    narrow: 'value',
    value: ({ result }) => dateTimeText(result.validation_time),
    cell: ({ result }) => <TimeText at={result.validation_time} />,
  },
  {
    id: 'message',
    head: 'Error Message',
    narrow: 'state',
    value: ({ result }) => result.error_message ?? '',
    cell: ({ result }) => <WrappingText>{result.error_message || MISSING}</WrappingText>,
  },
  {
    id: 'name',
    head: 'Resource Name',
    width: 190,
    narrow: 'more',
    value: ({ result }) => result.resource_name ?? '',
    cell: ({ result }) => <WrappingText>{result.resource_name || MISSING}</WrappingText>,
  },
  {
    id: 'id',
    head: 'Nimbus ID',
    width: 180,
    narrow: 'more',
    value: ({ result }) => result.nimbus_id ?? '',
    cell: ({ result }) => <WrappingText>{result.nimbus_id || MISSING}</WrappingText>,
  },
];
