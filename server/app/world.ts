import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Commands } from '../commands/commands.ts';
import type { CommandTimes } from '../commands/times.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Live } from '../fleet/live.ts';
import type { Registry } from '../locations/registry.ts';
import type { Identity } from '../identity/identity.ts';
import type { DataStore } from '../incidents/dataStore.ts';
import type { Settings } from '../platform/settings.ts';

/** What handlers work with. */
export interface World {
  readonly database: Kysely<Database>;
  readonly registry: Registry;
  readonly live: Live;
  readonly identity: Identity;
  /** What devices are told. */
  readonly commands: Commands;
  /** How long that may take. */
  readonly times: CommandTimes;
  /** Where the data of incidents lie. */
  readonly store: DataStore;
  readonly settings: Pick<Settings, 'INCIDENT_DASHBOARD_URL' | 'DEVICE_TEXT_LOGS_URL' | 'PRODUCT' | 'publicUrl'>;
  /** Seals the credentials that are stored. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}
