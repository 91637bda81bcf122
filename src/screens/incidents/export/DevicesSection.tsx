import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import type { Device } from '#contract/devices/device';
import { foundBy } from '#domain/devices/deviceList';
import type { Answered } from '#hooks/useAnswer';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { SearchField } from '#ui/SearchField';
import { Section } from '#ui/Section';
import { useStableCallback } from '#ui/useStableCallback';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { ChooseContext, deviceColumns, type DeviceLine } from './deviceColumns.tsx';

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px', mb: '8px' } });
const Search = chakra('div', { base: { flex: '1 1 220px', maxWidth: '320px' } });
const keyOfLine = ({ device }: DeviceLine) => device.serial;

interface Props {
  readonly query: Answered<unknown>;
  readonly devices: readonly Device[];
  readonly serials: ReadonlySet<string>;
  readonly onChoose: (devices: readonly Device[], isChosen: boolean) => void;
}

/** Renders the device selection of the export: single devices with search, Select All and None. Source: INC-074. */
export function DevicesSection({ query, devices, serials, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => foundBy(devices, search), [devices, search]);
  const lines = useMemo(() => found.map((device): DeviceLine => ({ device, isChosen: serials.has(device.serial) })), [found, serials]);
  const choose = useStableCallback((device: Device, isChosen: boolean) => onChoose([device], isChosen));
  return (
    <Section title="Devices" end={`${serials.size} selected`} bare>
      <Row>
        <Search>
          <SearchField label="Search devices" placeholder="Name or serial" value={search} onValue={setSearch} />
        </Search>
        <Button onClick={() => onChoose(found, true)}>Select All</Button>
        <Button onClick={() => onChoose(found, false)}>Select None</Button>
      </Row>
      <ChooseContext value={choose}>
        <DataTable
          name="export-devices"
          label="Devices to export"
          columns={deviceColumns}
          rows={lines}
          rowKey={keyOfLine}
          rendersByValues
          whenEmpty={<FillStep list="devices" />}
          {...polledTableState(query)}
          onRetry={query.refresh}
          filterText={search === '' ? undefined : search}
          onClearFilter={() => setSearch('')}
        />
      </ChooseContext>
    </Section>
  );
}
