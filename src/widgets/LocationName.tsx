import { selectLocationName } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';

interface Props {
  readonly serial: string;
}

/** Where a device works, "Not Deployed" without a place. */
export function LocationName({ serial }: Props) {
  return <>{useAppSelector((s) => selectLocationName(s, serial))}</>;
}
