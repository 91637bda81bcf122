import type { Kysely } from 'kysely';
import { forgetFormerMetadata } from '../devices/metadata/formerMetadata.ts';
import { type FetchedPart, writeFetch } from '../locations/dataFetches.ts';
import { forgetFormerNetwork } from '../locations/networkInformation.ts';
import type { Database } from '../platform/database/tables.ts';
import type { DeviceDataState } from './whereDevice.ts';

interface Fetch {
  readonly state: DeviceDataState;
  readonly part: FetchedPart;
  readonly at: Date;
}

/** Notes that a device has asked for a part of its data, and forgets what was there before where nobody lacks what is there now. Source: KEPTHERE3. */
export async function noteFetch(database: Kysely<Database>, { state, part, at }: Fetch): Promise<void> {
  const { serial, location_id } = state;
  await writeFetch(database, { serial, part, state: state[part], at });
  if (part === 'metadata') await forgetFormerMetadata(database, serial, at);
  else if (location_id !== null) await forgetFormerNetwork(database, location_id, state.network);
}
