import { chakra } from '@chakra-ui/react';
import { levelChoices } from '#domain/eventLevel';
import { localTimeText } from '#domain/localTime';
import { MISSING } from '#domain/numbers';
import type { Column } from '#ui/column';
import { LevelMark } from '#widgets/LevelMark';
import { ActionLink } from './ActionLink.tsx';
import { EventData } from '#widgets/EventData';
import { EventMessage } from './EventMessage.tsx';
import type { EventRow } from './eventRows.ts';

const Times = chakra('div', {
  base: {
    display: { base: 'inline', md: 'block' },
    py: { md: '4px' },
    '& .zone': { display: { md: 'block' }, color: 'fg.subtle', fontSize: '13px', lineHeight: '18px' },
  },
});

/** The columns of the events. Source: DEV-116..121. */
export const columns: readonly Column<EventRow>[] = [
  {
    id: 'belgian',
    head: 'Belgian Time',
    width: 176,
    narrow: 'place',
    value: ({ event }) => event.belgian_local_time,
    cell: ({ event }) => localTimeText(event.belgian_local_time),
  },
  {
    id: 'device',
    head: 'Device Local Time',
    width: 176,
    narrow: 'line',
    value: ({ event }) => event.device_local_time,
    cell: ({ event }) => (
      <Times>
        {localTimeText(event.device_local_time)} <span className="zone">{event.device_local_timezone}</span>
      </Times>
    ),
  },
  {
    id: 'level',
    head: 'Level',
    width: 128,
    narrow: 'title',
    value: ({ event }) => event.level,
    filter: { kind: 'choice', options: levelChoices },
    cell: ({ event }) => <LevelMark level={event.level} />,
  },
  {
    id: 'message',
    head: 'Message',
    narrow: 'state',
    value: ({ event }) => event.message,
    cell: ({ event }) => <EventMessage text={event.message ?? MISSING} />,
  },
  {
    id: 'data',
    head: 'Data',
    width: 320,
    narrow: 'line',
    value: ({ event }) => (event.data == null ? null : JSON.stringify(event.data)),
    cell: ({ event }) => <EventData data={event.data} />,
  },
  { id: 'action', head: 'Action', width: 128, narrow: 'action', cell: ({ event }) => <ActionLink action={event.action} /> },
];
