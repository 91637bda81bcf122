import { instantMs, cellTimeText } from '#domain/text/dates';
import { levelChoices, parseLevel } from '#domain/devices/eventLevel';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { EventData } from '#widgets/EventData';
import { LevelMark } from '#widgets/LevelMark';
import { TimeText } from '#widgets/TimeText';
import type { HappeningRow } from './eventRows.ts';

/** The columns of the treatment's events: Time, Level, Device, User, Data. Source: TRT-032..037. */
export const columns: readonly Column<HappeningRow>[] = [
  {
    id: 'time',
    head: 'Time',
    width: 176,
    narrow: 'place',
    sort: 'number',
    value: ({ happening }) => instantMs(happening.time),
    exportValue: ({ happening }) => cellTimeText(happening.time),
    cell: ({ happening }) => <TimeText at={happening.time} />,
  },
  {
    id: 'level',
    head: 'Level',
    width: 128,
    narrow: 'title',
    value: ({ happening }) => parseLevel(happening.level) ?? happening.level,
    filter: { kind: 'choice', options: levelChoices },
    cell: ({ happening }) => <LevelMark level={happening.level} />,
  },
  {
    id: 'device',
    head: 'Device',
    width: 128,
    narrow: 'more',
    sort: 'text',
    filter: { kind: 'values' },
    value: ({ happening }) => happening.robot,
    cell: ({ happening }) => <WrappingText>{happening.robot || MISSING}</WrappingText>,
  },
  {
    id: 'user',
    head: 'User',
    width: 160,
    narrow: 'more',
    sort: 'text',
    filter: { kind: 'values' },
    value: ({ happening }) => happening.user,
    cell: ({ happening }) => <WrappingText>{happening.user ?? MISSING}</WrappingText>,
  },
  {
    id: 'data',
    head: 'Data',
    narrow: 'line',
    value: ({ happening }) => (happening.data == null ? null : JSON.stringify(happening.data)),
    cell: ({ happening }) => <EventData data={happening.data} />,
  },
];
