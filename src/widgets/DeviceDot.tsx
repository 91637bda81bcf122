import { OctagonAlert } from 'lucide-react';
import type { DeviceStatus } from '#domain/devices/online';
import { isInError } from '#domain/devices/treating';
import { selectDevice } from '#state/fleet';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';

interface Props {
  readonly serial: string;
}

const DOTS = {
  online: { colour: 'green', word: 'Reporting' },
  offline: { colour: 'red', word: 'Not reporting' },
  unknown: { colour: 'grey', word: 'Unknown' },
} as const;

/**
 * Renders a green disc for a device that has reported a state, a red diamond for one that has not, and a grey ring if that is unknown; next to it, an error
 * sign, because the dot does not show errors. The words are for screen readers.
 */
export function DeviceDot({ serial }: Props) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const isRed = useAppSelector((s) => {
    const row = selectDevice(s, serial);
    return row?.isPresent === true && isInError(row.state);
  });
  const { colour, word } = DOTS[status];
  return (
    <>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" data-dot={colour}>
        <Shape status={status} />
      </svg>
      <span className="sr">{isRed ? `${word}, in error` : word}</span>
      {isRed && <OctagonAlert aria-hidden="true" data-sign="error" size={16} color="var(--o-colors-error-solid)" />}
    </>
  );
}

function Shape({ status }: { readonly status: DeviceStatus }) {
  if (status === 'online') return <circle cx="5" cy="5" r="4" fill="var(--o-colors-online-solid)" />;
  if (status === 'offline') return <path d="M5 0.5 9.5 5 5 9.5 0.5 5z" fill="var(--o-colors-error-solid)" />;
  return <circle cx="5" cy="5" r="3.5" fill="none" stroke="var(--o-colors-offline-solid)" strokeWidth="1.5" />;
}
