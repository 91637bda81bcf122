import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { up as fleet } from './migrations/001_fleet.ts';
import { up as identity } from './migrations/002_identity.ts';
import { up as commands } from './migrations/003_commands.ts';
import { up as configuration } from './migrations/004_configuration.ts';
import { up as events } from './migrations/005_events.ts';
import { up as maintenance } from './migrations/006_maintenance.ts';
import { up as notifications } from './migrations/007_notifications.ts';
import { up as incidents } from './migrations/008_incident.ts';
import { up as treatments } from './migrations/009_treatments.ts';
import { up as mapLayers } from './migrations/010_map_layers.ts';
import { up as deviceActions } from './migrations/011_device_actions.ts';
import { up as validation } from './migrations/012_validation.ts';
import { up as createdOnce } from './migrations/013_created_once.ts';
import { up as deviceCredentials } from './migrations/014_device_credentials.ts';
import { up as errorCodeOnce } from './migrations/015_error_code_once.ts';
import { up as networkInformation } from './migrations/015_network_information.ts';
import { up as invitations } from './migrations/016_invitations.ts';
import { up as mapUploads } from './migrations/017_map_uploads.ts';
import type { Database } from '../platform/database/tables.ts';

/** All migrations in the order of their names; never edit one that was released, add the next. */
const migrations: Record<string, Migration> = {
  '001_fleet': { up: fleet },
  '002_identity': { up: identity },
  '003_commands': { up: commands },
  '004_configuration': { up: configuration },
  '005_events': { up: events },
  '006_maintenance': { up: maintenance },
  '007_notifications': { up: notifications },
  '008_incident': { up: incidents },
  '009_treatments': { up: treatments },
  '010_map_layers': { up: mapLayers },
  '011_device_actions': { up: deviceActions },
  '012_validation': { up: validation },
  '013_created_once': { up: createdOnce },
  '014_device_credentials': { up: deviceCredentials },
  '015_network_information': { up: networkInformation },
  '015_error_code_once': { up: errorCodeOnce },
  '016_invitations': { up: invitations },
  '017_map_uploads': { up: mapUploads },
};

/** Brings the tables to the newest version. Safe when two servers start at once: the migrator holds a lock. */
export async function migrate(database: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
