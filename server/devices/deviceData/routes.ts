/**
 * `GET /device-data` and below, read by a device with its access token: authentication, `ETag`, audit line; records that the device has fetched its network or
 * metadata.
 */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deviceDataPaths } from '#contract/devices/deviceData';
import type { Audit } from '../../platform/audit/audit.ts';
import { sendFile } from '../../platform/http/serveFile.ts';
import { createSlots } from '../../platform/limits/slots.ts';
import { deviceOf, type IsDeviceToken } from '../../platform/http/deviceRequest.ts';
import {
  currentMap,
  type DeviceDataParts,
  errorCodesOf,
  etagOf,
  metadataOfDevice,
  networkOfDevice,
  overviewOf,
  dataStateOf,
} from './readDeviceData.ts';
import type { DeviceDataVersions } from './whereDevice.ts';
import type { Kysely } from 'kysely';
import { forgetFormerMetadata } from '../metadata/formerMetadata.ts';
import { type FetchedPart, writeFetch } from '../../locations/fetchedParts.ts';
import { forgetFormerNetwork } from '../../locations/networkInformation.ts';
import type { Database } from '../../platform/database/tables.ts';

interface Fetch {
  readonly state: DeviceDataVersions;
  readonly part: FetchedPart;
  readonly at: Date;
}

/**
 * Records that a device has fetched a part of its data, and deletes the previous values once every device has the current ones. Source: KEPTHERE3.
 */
export async function noteFetch(database: Kysely<Database>, { state, part, at }: Fetch): Promise<void> {
  const { serial, location_id } = state;
  await writeFetch(database, { serial, part, state: state[part], at });
  if (part === 'metadata') await forgetFormerMetadata(database, serial, at);
  else if (location_id !== null) await forgetFormerNetwork(database, location_id, state.network);
}

/** Dependencies of the routes. */
interface DeviceDataRouteParts extends DeviceDataParts {
  readonly isToken: IsDeviceToken;
  readonly audit: Audit;
  readonly now: () => number;
}

/** Limits on requests: the number that run at the same time, the number that wait, and the number of one device in both. */
const SLOTS = { active: 4, waiting: 100, perKey: 4 };

/** Returns whether the client already has this version, and sets the headers of the response. */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string | null): boolean {
  reply.header('cache-control', 'no-store');
  if (etag !== null) reply.header('etag', etag);
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return etag !== null && (known.includes(etag) || known.includes('*'));
}

/**
 * Registers the routes that a device reads with its access token: its maps, network, metadata and error texts, each with an `ETag`. Reads of secrets
 * are recorded. Source: DOWN1, DOWN2.
 */
export function registerDeviceData(app: FastifyInstance, parts: DeviceDataRouteParts): void {
  const slots = createSlots(SLOTS);
  const record = (serial: string, call: string, organisation: string | null) =>
    parts.audit.append({
      at: parts.now(),
      who: serial,
      role: null,
      call,
      params: { serial },
      requestId: randomUUID(),
      status: 200,
      organisations: organisation === null ? [] : [organisation],
    });
  const get = (path: string, answer: (serial: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(path, async (request, reply) => {
      const serial = await deviceOf(request, parts.isToken);
      return slots(serial, () => answer(serial, request, reply));
    });
  const part = (path: string, name: 'network' | 'metadata' | 'error_codes', read: (state: DeviceDataVersions) => Promise<object>) =>
    get(path, async (serial, request, reply) => {
      const state = await dataStateOf(parts, serial);
      const isFetched = isKnown(request, reply, etagOf(state[name]));
      const body = isFetched ? null : await read(state);
      if (name !== 'error_codes') {
        if (!isFetched) await record(serial, `device_${name}`, state.organisation);
        // If the fetch cannot be recorded, for example on a full disk, the device must still get its data.
        await noteFetch(parts.database, { state, part: name, at: new Date(parts.now()) }).catch((error: unknown) =>
          request.log.warn({ err: error }, 'a fetch of device data was not noted'),
        );
      }
      return body === null ? reply.code(304).send() : reply.send(body);
    });
  get(deviceDataPaths.overview, async (serial, request, reply) => {
    isKnown(request, reply, null);
    return overviewOf(parts, serial);
  });
  get(deviceDataPaths.maps.replace('{map_id}', ':id'), async (serial, request, reply) => {
    const id = String(new Map(Object.entries(request.params ?? {})).get('id'));
    const { file, version } = await currentMap(parts, serial, id);
    if (isKnown(request, reply, file.etag)) return reply.code(304).send();
    reply.header('x-map-version', version);
    return sendFile(request, reply, { fileName: `${id}.json`, type: 'application/json', body: file });
  });
  part(deviceDataPaths.network, 'network', (state) => Promise.resolve(networkOfDevice(parts, state)));
  part(deviceDataPaths.metadata, 'metadata', (state) => metadataOfDevice(parts, state));
  part(deviceDataPaths.errorCodes, 'error_codes', () => errorCodesOf(parts));
}
