import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { deviceLink } from '#domain/addresses';
import { MISSING } from '#domain/text/numbers';
import { foundIn } from '#domain/text/foundIn';
import type { Column } from '#ui/column';
import type { ActionRow } from './selectActionRows.ts';
import { UploadButton, UploadResult } from './UploadCells.tsx';

const Name = chakra(Link, { base: { fontWeight: 500, _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } } });
const Quiet = chakra('span', { base: { color: 'fg.muted' } });

const wifi = ({ hasWifi }: ActionRow) => (hasWifi === null ? MISSING : hasWifi ? 'Yes' : 'No');

/** The columns of the global actions: Name, Serial, Location, WiFi, upload button, Result. Source: FLEET-052, FLEET-053. */
export const columns: readonly Column<ActionRow>[] = [
  {
    id: 'name',
    head: 'Name',
    width: 200,
    narrow: 'title',
    sort: 'text',
    value: ({ device }) => device.name,
    matches: ({ device }, wanted) => foundIn(`${device.name} ${device.serial}`, wanted),
    filter: { kind: 'text', placeholder: 'Name or serial' },
    cell: ({ device }) => <Name to={deviceLink(device.serial, 'commands')}>{device.name}</Name>,
  },
  { id: 'serial', head: 'Serial', width: 140, value: ({ device }) => device.serial, cell: ({ device }) => <Quiet>{device.serial}</Quiet> },
  {
    id: 'location',
    head: 'Location',
    width: 200,
    narrow: 'place',
    sort: 'text',
    value: ({ location }) => location,
    filter: { kind: 'text', placeholder: 'Location' },
    cell: ({ location }) => location,
  },
  { id: 'wifi', head: 'WiFi', width: 84, sort: 'text', filter: { kind: 'values' }, value: wifi, cell: wifi },
  {
    id: 'upload',
    head: '',
    label: 'Upload All',
    width: 148,
    narrow: 'action',
    cell: ({ device }) => <UploadButton serial={device.serial} />,
  },
  { id: 'result', head: 'Result', narrow: 'state', cell: ({ device }) => <UploadResult serial={device.serial} /> },
];
