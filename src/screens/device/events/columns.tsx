import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeviceEvent } from '#contract/devices/deviceEvent';
import { BELGIAN_ZONE } from '#domain/text/dates';
import { hasLevel, levelChoices } from '#domain/devices/eventLevel';
import { incidentLink, treatmentLink } from '#domain/addresses';
import { belgianTimeText, localTimeText, deviceTimeText } from '#domain/text/localTime';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { MoreButton } from '#ui/MoreButton';
import { EventData } from '#widgets/EventData';
import { LevelMark } from '#widgets/LevelMark';
import type { EventRow } from './eventRows.ts';

const Times = chakra('div', {
  base: {
    display: { base: 'inline', md: 'block' },
    py: { md: '4px' },
    '& .zone': { display: { md: 'block' }, color: 'fg.subtle', fontSize: '13px', lineHeight: '18px' },
  },
});

/** Number of characters of a collapsed message; the length of a message is not limited. */
const SHORT_LETTERS = 240;

/**
 * The columns of the events: Belgian Time, Device Local Time, Level, Message (collapsed when long), Data, Action ("To Incident", "To Treatment"). The first
 * column is named after the time zone in which it is shown. Source: DEV-116..121, CLOCKS1.
 */
export const columnsIn = (zone: string): readonly Column<EventRow>[] => [
  {
    id: 'belgian',
    head: zone === BELGIAN_ZONE ? 'Belgian Time' : 'Time',
    width: 176,
    narrow: 'place',
    value: ({ event }) => event.belgian_local_time,
    exportValue: ({ event }) => belgianTimeText(event.belgian_local_time).replace(',', ''),
    cell: ({ event }) => belgianTimeText(event.belgian_local_time),
  },
  {
    id: 'device',
    head: 'Device Local Time',
    width: 176,
    narrow: 'line',
    value: ({ event }) => event.device_local_time,
    exportValue: ({ event }) => deviceTimeText(event.device_local_time, event.device_local_timezone),
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
    matches: ({ event }, wanted) => hasLevel(event, wanted),
    filtersPage: true,
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

/** Renders the link of an event: plain text if another server sent a text or number, and nothing if there is no action. */
function ActionLink({ action }: { readonly action: DeviceEvent['action'] }) {
  if (action == null) return null;
  if (typeof action !== 'object') return <>{String(action)}</>;
  const { incident_id, treatment_id } = action;
  if (incident_id != null && incident_id !== '') return <Link to={incidentLink(String(incident_id))}>To Incident</Link>;
  if (treatment_id != null && treatment_id !== '') return <Link to={treatmentLink(String(treatment_id))}>To Treatment</Link>;
  return null;
}

/** Renders the message of an event; a long one is collapsed. */
function EventMessage({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT_LETTERS;
  return (
    <WrappingText>
      {isLong && !isOpen ? `${text.slice(0, SHORT_LETTERS)}…` : text}
      {isLong && (
        <chakra.span display="block">
          <MoreButton isOpen={isOpen} onOpen={setOpen} />
        </chakra.span>
      )}
    </WrappingText>
  );
}
