import { chakra } from '@chakra-ui/react';
import { useContext } from 'react';
import { ageText } from '#domain/text/duration';
import { PlayheadContext } from '#hooks/TimeTravelContext';
import { useDevice } from '#hooks/useAppSelector';
import { TimeText } from './TimeText.tsx';

/** On a phone, the note is on a separate line below its subject. */
const Note = chakra('span', { base: { order: { base: 4, md: 0 }, color: 'fg.muted', textStyle: 'meta', whiteSpace: 'nowrap' } });

/** Renders when the server received the shown report, if it arrived late: `Received 3 h 0 min later, 26/11/2026, 05:40:00`; otherwise nothing. */
export function LateReport({ serial }: { readonly serial: string }) {
  const playhead = useContext(PlayheadContext);
  const reportedAt = useDevice(serial)?.reportedAt;
  const receivedLateAt = playhead.kind === 'past' ? playhead.moment.receivedLateAt : undefined;
  const arrivedAt = reportedAt === undefined ? null : (receivedLateAt?.(serial, reportedAt) ?? null);
  if (reportedAt === undefined || arrivedAt === null) return null;
  return (
    <Note>
      Received {ageText(arrivedAt - reportedAt)} later, <TimeText at={arrivedAt} />
    </Note>
  );
}
