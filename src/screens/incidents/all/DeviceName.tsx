import { selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { WholeWords } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';

/** Renders name and serial of a device; the serial alone while the name is unknown. */
export function DeviceName({ serial }: { readonly serial: string }) {
  const name = useAppSelector((s) => selectListedDevice(s, serial)?.name);
  return <DeviceLink serial={serial} name={<WholeWords text={name === undefined ? serial : `${name}, ${serial}`} />} />;
}
