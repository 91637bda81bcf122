import { CircleX } from 'lucide-react';
import { dateTimeText, cellTimeText } from '#domain/text/dates';
import { mapsValid, mapsValidLabels } from '#domain/places/mapsValid';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { softwareMessage } from '#domain/devices/software';
import { rowSeenAt } from '#state/fleetRows';
import { Badge } from '#ui/Badge';
import type { Column } from '#ui/column';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';
import { DeviceLink } from '#widgets/DeviceLink';
import { TimeText } from '#widgets/TimeText';
import { onlineColumn } from '../onlineColumn.tsx';
import { RequestedCell } from './RequestedCell.tsx';
import type { SettingsRow } from './selectSettingsRows.ts';
import type { InfoGroup, ShownGroups } from './shownGroups.ts';
import { simColumns } from './simColumns.tsx';
import { textColumn } from './textColumn.ts';

type Settings = Column<SettingsRow>;

const validityOf = ({ map_data }: SettingsRow) => mapsValid(map_data?.available_maps);

const always: readonly Settings[] = [
  { ...onlineColumn<SettingsRow>((row) => row), narrow: 'state', sort: 'text' },
  {
    ...textColumn('name', 'Name', 176, ({ device }) => device.name),
    narrow: 'title',
    pinned: true,
    cell: ({ device }) => <DeviceLink {...device} />,
  },
  {
    id: 'last_sent',
    head: 'Last Sent',
    width: 176,
    narrow: 'value',
    sort: 'number',
    value: rowSeenAt,
    exportValue: (row) => cellTimeText(rowSeenAt(row)),
    filter: { kind: 'text', placeholder: 'Last Sent' },
    matches: (row, wanted) => dateTimeText(rowSeenAt(row)).includes(wanted.trim()),
    cell: (row) => <TimeText at={rowSeenAt(row)} />,
  },
];

/** The columns of each toggle. Source: FLEET-040..049, GAP-85. */
const ofGroup: Readonly<Record<InfoGroup, readonly Settings[]>> = {
  device: [
    textColumn('serial', 'Serial', 136, ({ device }) => device.serial),
    textColumn('device_type', 'Device Type', 160, ({ device }) => wordText(device.device_type)),
    textColumn('life_cycle_stage', 'Life Cycle Stage', 168, ({ device }) => wordText(device.life_cycle_stage)),
  ],
  software: [
    {
      ...textColumn('software_version', 'Software Version', 152, ({ sw_version }) => sw_version?.sw_version?.software_version),
      renderInputs: ({ sw_version }) => sw_version?.sw_version,
      cell: ({ device, sw_version }) => (
        <RequestedCell serial={device.serial} group="sw_version">
          <SoftwareCell reported={sw_version} />
        </RequestedCell>
      ),
    },
  ],
  map: [
    {
      ...textColumn('maps_valid', 'Maps Valid?', 128, (row) => mapsValidLabels[validityOf(row)]),
      filter: {
        kind: 'choice',
        options: (['unknown', 'valid', 'invalid'] as const).map((value) => ({ value, label: mapsValidLabels[value] })),
      },
      matches: (row, wanted) => validityOf(row) === wanted,
      cell: ({ device, map_data }) => (
        <RequestedCell serial={device.serial} group="map_data">
          <MapsValidCell reported={map_data} />
        </RequestedCell>
      ),
    },
  ],
  sim: simColumns,
};

/**
 * Returns the visible columns: Online, Name, Last Sent; per toggle Serial, Device Type, Life Cycle Stage; Software Version; Maps Valid?
 * Source: FLEET-036..039.
 */
export const columnsOf = (shown: ShownGroups): readonly Settings[] => [
  ...always,
  ...(shown.has('device') ? ofGroup.device : []),
  ...(shown.has('software') ? ofGroup.software : []),
  ...(shown.has('map') ? ofGroup.map : []),
  ...(shown.has('sim') ? ofGroup.sim : []),
];

/** Renders whether all maps on a device are valid. */
function MapsValidCell({ reported }: { readonly reported: SettingsRow['map_data'] }) {
  const validity = mapsValid(reported?.available_maps);
  const text = mapsValidLabels[validity];
  if (validity === 'valid') return <Badge tone="online">{text}</Badge>;
  if (validity === 'unknown') return <Badge tone="offline">{text}</Badge>;
  return (
    <Badge tone="error" icon={CircleX}>
      {text}
    </Badge>
  );
}

/** Renders the software version of a device, with an icon when its message is a warning or an error. */
function SoftwareCell({ reported }: { readonly reported: SettingsRow['sw_version'] }) {
  const info = reported?.sw_version ?? null;
  if (info === null) return <>{MISSING}</>;
  const message = softwareMessage(info);
  const version = info.software_version || MISSING;
  if (message === null || message.tone === 'success') return <>{version}</>;
  const { tone, text } = message;
  const shown = tone === 'danger' ? 'error' : 'warning';
  return (
    <span title={text}>
      <Mark tone={shown} icon={toneIcon[shown]}>
        {version}
        <span className="sr">, {text}</span>
      </Mark>
    </span>
  );
}
