import { chakra } from '@chakra-ui/react';
import { Mark } from '#ui/Mark';
import { AgeText } from './AgeText.tsx';

interface Props {
  readonly isOnline: boolean;
  /** When the device was last seen, ms since epoch by the server's clock; null if it never was. Omitted: no age is shown. */
  readonly seenAt?: number | null;
}

/** Renders a disc and "Online", or a ring and "Offline" with the age of the last report. */
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
