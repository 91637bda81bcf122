import type { ActTables } from './schema/act.ts';
import type { ConfigurationTables } from './schema/configuration.ts';
import type { DeviceTables } from './schema/device.ts';
import type { IncidentTables } from './schema/incident.ts';
import type { PlaceTables } from './schema/place.ts';
import type { ReportTables } from './schema/report.ts';
import type { ValidationTables } from './schema/validation.ts';

/** The fleet's tables. The identity provider's own are added beside these. */
export interface Database
  extends PlaceTables, DeviceTables, ReportTables, ActTables, ConfigurationTables, IncidentTables, ValidationTables {}
