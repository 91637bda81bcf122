import type { ActTables } from '../../commands/tables.ts';
import type { ConfigurationTables } from '../../configuration/tables.ts';
import type { DeviceTables } from '../../devices/tables.ts';
import type { IncidentTables } from '../../incidents/tables.ts';
import type { PlaceTables } from '../../locations/tables.ts';
import type { ReportTables } from '../../fleet/tables.ts';
import type { ValidationTables } from '../../identity/validation/tables.ts';

/** The fleet's tables. The identity provider's own are added beside these. */
export interface Database
  extends PlaceTables, DeviceTables, ReportTables, ActTables, ConfigurationTables, IncidentTables, ValidationTables {}
