import { expect, it } from 'vitest';
import { columns as commands } from '#screens/device/commands/columns';
import { historyColumnsIn } from '#screens/device/configuration/historyColumns';
import { columnsIn } from '#screens/device/events/columns';
import { columns as deviceTreatments } from '#screens/device/treatments/columns';
import { columnsWith as incidentsWith } from '#screens/incidents/all/columns';
import { actionColumns } from '#screens/management/overview/actionColumns';
import { columnsWith as treatmentsWith } from '#screens/treatments/all/columns';
import { csvOf } from '#ui/table/tableText';
import { csvFormats } from '#ui/table/csvFormat';

const ZONE = 'Europe/Brussels';

it.each([
  ['incidents', incidentsWith({ isServerSide: true, devices: [], codes: [], maps: [] })],
  ['treatments', treatmentsWith([])],
  ['treatments of a device', deviceTreatments],
  ['commands', commands],
  ['history of the configuration', historyColumnsIn(ZONE)],
  ['events', columnsIn(ZONE)],
  ['actions', actionColumns],
])('[UI12] the table of %s is saved with every column that has a head', (_, columns) => {
  const named = columns.filter(({ head, id }) => head !== '' && id !== 'action');
  expect(named.filter(({ value, exportValue }) => value === undefined && exportValue === undefined).map(({ id }) => id)).toEqual([]);
});

it('[UI12] an incident is saved with its time as it is shown, without what a spreadsheet would split', () => {
  const csv = csvOf(
    incidentsWith({ isServerSide: true, devices: [], codes: [], maps: [] }),
    [{ incident_id: 'i-1', incident_time: '2026-11-26T01:40:00Z', machine_serial: 'LF-01' }],
    csvFormats.comma,
  );
  expect(csv).toContain(';26/11/2026 02:40:00;');
});
