/** The data that a device fetches with its serial and access token: maps, network, metadata, error texts. */

import { errorCodeText } from '../errorCode.ts';
import { z } from '../schema.ts';

/**
 * Paths at which a device fetches its data, at the origin of the server. It authenticates by HTTP Basic with its serial and access token, as it does to the
 * broker. Each answer has an `ETag`, and `If-None-Match` is answered with 304; a client may request ranges of a map (`Range: bytes=…`, with `If-Range`). A
 * device fetches its data when it connects and on the `fetch` command. A map is `{ layers: { lane, … } }`, each layer a GeoJSON `FeatureCollection`; the
 * property `id` of a lane is the `object_id` of a job. Fails: 401 without a valid token; 404 for a map that does not belong to the device's location.
 */
export const deviceDataPaths = {
  overview: '/device-data',
  maps: '/device-data/maps/{map_id}',
  network: '/device-data/network',
  metadata: '/device-data/metadata',
  errorCodes: '/device-data/error_codes',
} as const;

/** The data that a device can request. */
export const deviceDataPart = z.enum(['maps', 'network', 'metadata', 'error_codes']);
/** The data that a device can request. */
export type DeviceDataPart = z.infer<typeof deviceDataPart>;

/** The response of `GET /device-data`: the data for the device, each with the `ETag` of its answer. A null `etag` means that there is no such data. */
export const deviceDataAnswer = z.object({
  /** The maps of the location that the device is deployed to, each with its current version. */
  maps: z.array(z.object({ map_id: z.string(), name: z.string(), version: z.string(), path: z.string(), etag: z.string() })),
  network: z.object({ path: z.string(), etag: z.nullable(z.string()) }),
  metadata: z.object({ path: z.string(), etag: z.nullable(z.string()) }),
  error_codes: z.object({ path: z.string(), etag: z.nullable(z.string()) }),
});
/** The answer of `GET /device-data`. */
export type DeviceDataAnswer = z.infer<typeof deviceDataAnswer>;

/** The response of `GET /device-data/network`: the network of the device's location; both fields are null if no network is entered. */
export const deviceNetworkAnswer = z.object({ wifi_ssid: z.nullable(z.string()), wifi_password: z.nullable(z.string()) });

/** The response of `GET /device-data/metadata`: the data that people entered about the device, including its secrets. */
export const deviceMetadataAnswer = z.object({ metadata: z.nullable(z.record(z.string(), z.unknown())) });

/** The response of `GET /device-data/error_codes`: the texts of all error codes, by code and language. */
export const deviceErrorCodesAnswer = z.object({ error_codes: z.record(z.string(), errorCodeText) });
