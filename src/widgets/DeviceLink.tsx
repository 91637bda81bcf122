import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { deviceLink } from '#domain/addresses';
import { useDeviceLabel } from '#hooks/useAppSelector';

const Named = chakra(Link, { base: { color: 'inherit', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } } });

interface Props {
  readonly serial: string;
  /** The name, followed by the serial if another device has the same name. */
  readonly name: ReactNode;
  /** Whether the serial is shown next to the link. */
  readonly hasSerial?: boolean | undefined;
}

/** Renders the name of a device as a link to its State page. */
export function DeviceLink({ serial, name, hasSerial = false }: Props) {
  const label = useDeviceLabel(serial);
  const isTwin = !hasSerial && typeof name === 'string' && label === `${name}, ${serial}`;
  return <Named to={deviceLink(serial)}>{isTwin ? label : name}</Named>;
}
