import { chakra } from '@chakra-ui/react';
import { Mark } from '#ui/Mark';
import { AgeText } from './AgeText.tsx';

interface Props {
  readonly isOnline: boolean;
  /** When it was seen last, ms since epoch by the server's clock; null for a device that never was. Left out: no age. */
  readonly seenAt?: number | null;
}

/** Disc and "Online", or ring and "Offline" with the age of what is known last. */
export function OnlineMark({ isOnline, seenAt }: Props) {
  if (isOnline) {
    return (
      <Mark tone="online" icon="disc">
        Online
      </Mark>
    );
  }
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" maxWidth="full">
      <Mark tone="offline" icon="ring">
        Offline
      </Mark>
      {seenAt === null && <chakra.span color="fg.subtle">never seen</chakra.span>}
      {seenAt != null && <AgeText at={seenAt} />}
    </chakra.span>
  );
}
