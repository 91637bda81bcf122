import type { DataFetch, Device } from '#contract/devices/device';
import { fetchText } from '#domain/devices/dataFetch';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { FieldNote } from '#ui/FieldNote';

/** Maximum number of devices that are listed by name. */
const NAMED = 20;

interface Props {
  /** The affected devices. */
  readonly devices: readonly Device[];
  readonly part: 'network' | 'metadata';
}

/**
 * Renders, below a form, a note that saving does not by itself change anything on a device, and the devices that have fetched the values. Source: KEPTHERE2.
 */
export function KeptHere({ devices, part }: Props) {
  const known = devices.flatMap(({ serial, data_fetches }) => {
    const fetch = data_fetches?.[part];
    return fetch == null ? [] : [{ serial, fetch }];
  });
  return (
    <>
      <FieldNote>Kept here: whether a device uses it is not known.</FieldNote>
      {known.slice(0, NAMED).map(({ serial, fetch }) => (
        <Fetch key={serial} serial={serial} fetch={fetch} />
      ))}
      {known.length > NAMED && <p>{`${known.length - NAMED} more`}</p>}
    </>
  );
}

function Fetch({ serial, fetch }: { readonly serial: string; readonly fetch: DataFetch }) {
  return <p>{`${useDeviceLabel(serial)}: ${fetchText(fetch)}`}</p>;
}
