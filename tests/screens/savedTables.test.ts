import { expect, it } from 'vitest';
import { columns as commands } from '#screens/device/commands/columns';
import { historyColumnsIn } from '#screens/device/configuration/historyColumns';
import { columnsIn } from '#screens/device/events/columns';
import { columns as deviceTreatments } from '#screens/device/treatments/columns';
import { columns as globalActions } from '#screens/fleet/actions/columns';
import { columnsOf as settingsWith } from '#screens/fleet/settings/columns';
import { columns as stateColumns } from '#screens/fleet/state/columns';
import { errorColumns } from '#screens/fleet/state/errorColumns';
import { columnsWith as incidentsWith } from '#screens/incidents/all/columns';
import { actionColumns } from '#screens/management/overview/actionColumns';
import { columnsWith as treatmentsWith } from '#screens/treatments/all/columns';
import { columns as overview } from '#screens/management/overview/columns';
import { columns as authorisation } from '#screens/maps/authorisation/columns';
import { columns as validation } from '#screens/nimbus/columns';
import { columns as eventAnalysis } from '#screens/treatments/event_analysis/columns';
import { userColumns } from '#screens/users/columns';
import type { Column } from '#ui/column';
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

/** The columns of the tables whose rows the page has; of the others the server would have to filter, and the dashboard's is a glance. */
const local: readonly (readonly [string, readonly Pick<Column<never>, 'id' | 'head' | 'filter' | 'value' | 'exportValue'>[]])[] = [
  ['users', userColumns({ marksBlocked: true, hasInvitations: true, hasMenus: true })],
  ['authorisation', authorisation],
  ['validation', validation],
  ['global actions', globalActions],
  ['event analysis', eventAnalysis],
  ['state overview', stateColumns],
  ['devices in error', errorColumns],
  ['settings overview', settingsWith(new Set(['device', 'software', 'map', 'sim']))],
  ['devices', overview],
  ['device actions', actionColumns],
];
/** Columns with a few values, by their id. */
const FEW =
  /^(?:locale|user_type|status|enabled|mfa|mfa_enabled|severity|wifi|level|finish|reached|online|limit_reached|maps_valid|valid|stage|type|device_type|life_cycle_stage|location)$/;

it.each(local)('[FEW1] each column of the table of %s with a few values has its filter', (_, columns) => {
  const few = columns.filter(({ id, value, exportValue }) => FEW.test(id) || /yesNo\(/.test(`${String(value)}${String(exportValue)}`));
  expect(few.length).toBeGreaterThan(0);
  expect(few.filter(({ filter }) => filter === undefined).map(({ head }) => head)).toEqual([]);
});
