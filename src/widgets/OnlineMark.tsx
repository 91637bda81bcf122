import { chakra } from '@chakra-ui/react';
import { CircleQuestionMark } from 'lucide-react';
import type { DeviceStatus } from '#domain/devices/online';
import { Mark } from '#ui/Mark';
import { AgeText } from './AgeText.tsx';

interface Props {
  readonly status: DeviceStatus;
  /** The time when the device was last seen, in ms since epoch by the server's clock; null if it has never been seen. If omitted, no age is shown. */
  readonly seenAt?: number | null;
}

const MARKS = {
  online: { word: 'Online', icon: 'disc' },
  offline: { word: 'Offline', icon: 'ring' },
  unknown: { word: 'Unknown', icon: CircleQuestionMark },
} as const;

/** Renders a disc and "Online", or the word for another status and the age of the last report. */
export function OnlineMark({ status, seenAt }: Props) {
  const { word, icon } = MARKS[status];
  const mark = (
    <Mark tone={status === 'online' ? 'online' : 'offline'} icon={icon}>
      {word}
    </Mark>
  );
  if (status === 'online') return mark;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" maxWidth="full">
      {mark}
      {seenAt === null && <chakra.span color="fg.subtle">never seen</chakra.span>}
      {seenAt != null && <AgeText at={seenAt} />}
    </chakra.span>
  );
}
