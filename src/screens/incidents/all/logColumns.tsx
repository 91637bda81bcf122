/** The columns of the log lines of an incident, and their rows. */

import type { IncidentLogLine } from '#contract/incident';
import { logLevelChoices } from '#domain/incidents/incident';
import { cellTimeText } from '#domain/text/dates';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { LevelMark } from '#widgets/LevelMark';
import { TimeText } from '#widgets/TimeText';

/** A log line with a generated key, since the wire has none. */
export interface LogRow {
  readonly key: string;
  readonly line: IncidentLogLine;
}

/** Returns the rows of a page. */
export const logRows = (lines: readonly IncidentLogLine[]): readonly LogRow[] =>
  lines.map((line, place) => ({ key: `${line.time} ${place}`, line }));

const levelLabel = (level: string) => logLevelChoices.find(({ value }) => value === level)?.label ?? level;

/** The columns of the log lines of an incident. */
export const logColumns: readonly Column<LogRow>[] = [
  {
    id: 'time',
    head: 'Time',
    width: 176,
    narrow: 'place',
    exportValue: ({ line }) => cellTimeText(line.time),
    cell: ({ line }) => <TimeText at={line.time} />,
  },
  {
    id: 'level',
    head: 'Level',
    width: 120,
    narrow: 'state',
    filter: { kind: 'choice', options: logLevelChoices },
    exportValue: ({ line }) => line.level,
    // A level that occurs only in logs has no mark.
    cell: ({ line: { level } }) => (level === 'debug' ? levelLabel(level) : <LevelMark level={level} />),
  },
  {
    id: 'message',
    head: 'Message',
    // A column whose filter is also available on a phone.
    narrow: 'title',
    filter: { kind: 'text', placeholder: 'Part of the text', appliesOnEnter: true },
    exportValue: ({ line }) => line.message,
    cell: ({ line }) => <WrappingText>{line.message || MISSING}</WrappingText>,
  },
  {
    id: 'from',
    head: 'From',
    width: 240,
    narrow: 'line',
    exportValue: ({ line }) => line.name,
    cell: ({ line }) => <WrappingText>{line.name || MISSING}</WrappingText>,
  },
  {
    id: 'source',
    head: 'Source',
    width: 260,
    narrow: 'more',
    exportValue: ({ line }) => line.source,
    cell: ({ line }) => <WrappingText>{line.source || MISSING}</WrappingText>,
  },
];
