import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { deviceLink } from '#domain/devices/deviceLink';

const Named = chakra(Link, { base: { color: 'inherit', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } } });

interface Props {
  readonly serial: string;
  readonly name: ReactNode;
}

/** Renders the name of a device, which leads to its state. */
export function DeviceLink({ serial, name }: Props) {
  return <Named to={deviceLink(serial)}>{name}</Named>;
}
