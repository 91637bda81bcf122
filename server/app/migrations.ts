/** The migrations of all features, in dependency order: a feature comes after those whose tables its foreign keys reference. */

import type { Kysely } from 'kysely';
import { commandTables } from '../commands/tables.ts';
import { configurationTables } from '../configuration/tables.ts';
import { controlTables } from '../commands/control/tables.ts';
import { deviceTables } from '../devices/tables.ts';
import { errorCodeTables } from '../errorCodes/tables.ts';
import { partitionTables } from '../fleet/ingest/partitions/partitionTable.ts';
import { fleetTables } from '../fleet/tables.ts';
import { historyTables } from '../history/tables.ts';
import { identityTables } from '../identity/tables.ts';
import { incidentTables } from '../incidents/tables.ts';
import { locationTables } from '../locations/tables.ts';
import { mapTables } from '../maps/tables.ts';
import { notificationTables } from '../notifications/tables.ts';
import { auditTables } from '../platform/audit/tables.ts';
import { leaseTables } from '../platform/instances/databaseLeases.ts';
import { filePartTables } from '../platform/storage/fileParts.ts';
import { migrateTables, type TableHistory } from '../platform/database/migrate.ts';
import type { Database } from '../platform/database/tables.ts';
import { treatmentTables } from '../treatments/tables.ts';

/** Migrations per feature, in dependency order: a feature comes after those whose tables its foreign keys reference. */
export const tableHistories: readonly TableHistory[] = [
  auditTables,
  leaseTables,
  filePartTables,
  locationTables,
  deviceTables,
  mapTables,
  errorCodeTables,
  identityTables,
  fleetTables,
  historyTables,
  partitionTables,
  treatmentTables,
  controlTables,
  commandTables,
  configurationTables,
  incidentTables,
  notificationTables,
];

/** Runs the pending migrations of all features. */
export const migrate = (database: Kysely<Database>): Promise<void> => migrateTables(database, tableHistories);
