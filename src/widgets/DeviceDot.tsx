import { selectDevice } from '#state/fleet';
import { useAppSelector } from '#state/hooks/useAppSelector';

interface Props {
  readonly serial: string;
}

/** Renders a green disc for a device that has reported state, a red diamond for one that has not. The word is for screen readers. */
export function DeviceDot({ serial }: Props) {
  const hasState = useAppSelector((s) => selectDevice(s, serial)?.isPresent === true);
  return (
    <>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" data-dot={hasState ? 'green' : 'red'}>
        {hasState ? (
          <circle cx="5" cy="5" r="4" fill="var(--o-colors-online-solid)" />
        ) : (
          <path d="M5 0.5 9.5 5 5 9.5 0.5 5z" fill="var(--o-colors-error-solid)" />
        )}
      </svg>
      <span className="sr">{hasState ? 'Reporting' : 'Not reporting'}</span>
    </>
  );
}
