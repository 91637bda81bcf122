import type { Incident } from '#contract/incident';
import { recordedTopics, type RecordedTopicRow } from '#domain/incidents/incident';
import { MISSING, numberText } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { WrappingText } from '#ui/WrappingText';
import { TimeText } from '#widgets/TimeText';

const keyOfRow = ({ topic, type }: RecordedTopicRow) => `${topic} ${type}`;

const columns: readonly Column<RecordedTopicRow>[] = [
  {
    id: 'topic',
    head: 'Topic',
    narrow: 'title',
    value: ({ topic }) => topic,
    cell: ({ topic }) => <WrappingText>{topic || MISSING}</WrappingText>,
  },
  {
    id: 'type',
    head: 'Type',
    narrow: 'place',
    value: ({ type }) => type,
    cell: ({ type }) => <WrappingText>{type || MISSING}</WrappingText>,
  },
  {
    id: 'messages',
    head: 'Messages',
    width: 120,
    narrow: 'state',
    value: ({ messages }) => messages,
    cell: ({ messages }) => numberText(messages),
  },
];

/** Renders the content of an incident's recordings: format, time and topics. Source: EVID6. */
export function Recordings({ incident: { recordings } }: { readonly incident: Incident }) {
  if (recordings == null || recordings.length === 0) return null;
  return (
    <Section title="Recording">
      {recordings.map(({ format, messages, started_at, ended_at }, place) => (
        <KeyValues
          // The recordings of one incident have no names of their own.
          key={place}
          rows={[
            ['Format', format],
            ['Messages', numberText(messages)],
            ['Recorded from', <TimeText key="from" at={started_at} />],
            ['Recorded to', <TimeText key="to" at={ended_at} />],
          ]}
        />
      ))}
      <DataTable name="incident-topics" label="Topics" columns={columns} rows={recordedTopics(recordings)} rowKey={keyOfRow} dense />
    </Section>
  );
}
