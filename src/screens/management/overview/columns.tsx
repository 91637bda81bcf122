import { chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { deviceInfoLink } from '#domain/addresses';
import { metadataValidTexts } from '#domain/devices/metadataValid';
import { foundIn } from '#domain/text/foundIn';
import type { Column } from '#ui/column';
import { CopyButton } from '#ui/CopyButton';
import { Mark } from '#ui/Mark';
import { DeviceLink } from '#widgets/DeviceLink';
import { MetadataValid } from '../MetadataValid.tsx';
import { StageMark } from '../StageMark.tsx';
import type { ManagedRow } from './managedRows.ts';

const RowLink = chakra(Link, { base: { color: 'accent.fg', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } } });
const Pair = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '8px', '& .id': { color: 'fg.muted', display: { base: 'none', xl: 'inline' } } },
});

const VALID_VALUES = ['valid', 'invalid', 'unchecked'] as const;
const validWord = ({ device: { metadata_valid: isValid } }: ManagedRow) => VALID_VALUES[isValid == null ? 2 : isValid ? 0 : 1];

/** The column with the expiry of access tokens, which is shown if one of them expires soon. Source: RENEW8. */
export const tokenColumn: Column<ManagedRow> = {
  id: 'token',
  head: 'Access Token',
  width: 190,
  narrow: 'more',
  sort: 'text',
  value: ({ tokenEnd }) => tokenEnd ?? '',
  filter: { kind: 'text', placeholder: 'Ends' },
  cell: ({ tokenEnd }) =>
    tokenEnd === null ? null : (
      <Mark tone="warning" icon={TriangleAlert}>
        {tokenEnd}
      </Mark>
    ),
};

/** The columns of the managed devices: Serial, Name, Device Type, Life Cycle, Metadata Valid, expiry of the access token, link. Source: MGMT-004..009. */
export const columns: readonly Column<ManagedRow>[] = [
  {
    id: 'serial',
    head: 'Serial',
    width: 190,
    narrow: 'place',
    sort: 'text',
    value: ({ device }) => device.serial,
    filter: { kind: 'text', placeholder: 'Serial' },
    cell: ({ device }) => (
      <Pair>
        {device.serial}
        <CopyButton text={device.serial} what={`serial ${device.serial}`} />
      </Pair>
    ),
  },
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ device }) => device.name,
    filter: { kind: 'text', placeholder: 'Name' },
    cell: ({ device }) => (
      <strong>
        <DeviceLink {...device} />
      </strong>
    ),
  },
  {
    id: 'type',
    head: 'Device Type',
    width: 280,
    narrow: 'value',
    sort: 'text',
    value: ({ typeName }) => typeName,
    renderInputs: ({ typeName, device }) => [typeName, device.device_type],
    matches: ({ typeName, device }, wanted) => foundIn(`${typeName} ${device.device_type}`, wanted),
    filter: { kind: 'text', placeholder: 'Name or id' },
    cell: ({ typeName, device }) => (
      <Pair>
        {typeName}
        {typeName !== device.device_type && <span className="id">{device.device_type}</span>}
      </Pair>
    ),
  },
  {
    id: 'stage',
    head: 'Life Cycle',
    width: 190,
    narrow: 'state',
    sort: 'text',
    value: ({ stageName }) => stageName,
    renderInputs: ({ stageName, device }) => [stageName, device.life_cycle_stage],
    filter: { kind: 'text', placeholder: 'Life Cycle' },
    cell: ({ device, stageName }) => <StageMark id={device.life_cycle_stage} name={stageName} />,
  },
  {
    id: 'valid',
    head: 'Metadata Valid',
    width: 260,
    narrow: 'more',
    sort: 'text',
    value: validWord,
    filter: {
      kind: 'choice',
      segmented: true,
      options: VALID_VALUES.map((value, at) => ({ value, label: metadataValidTexts[at] ?? value })),
    },
    cell: ({ device: { metadata_valid: isValid } }) => <MetadataValid isValid={isValid} />,
  },
  {
    id: 'details',
    head: '',
    label: 'Details',
    width: 110,
    narrow: 'action',
    cell: ({ device }) => (
      <RowLink to={deviceInfoLink(device.serial)} aria-label={`To Details of ${device.name}`}>
        To Details
      </RowLink>
    ),
  },
];
