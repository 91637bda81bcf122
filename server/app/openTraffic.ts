import { createTrafficExchange, type TrafficNote, trafficNote } from '../devices/connection/trafficExchange.ts';
import { createDeviceTraffic } from '../fleet/deviceTraffic.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { jsonCodec } from '../platform/bus/codec.ts';
import type { NatsBusOptions } from '../platform/bus/natsBus.ts';
import type { ServerParts } from './serverParts.ts';

type OpenBus = (options: Omit<NatsBusOptions<TrafficNote>, 'connection' | 'onError'>) => Bus<TrafficNote>;

/** Opens the in-memory record of the devices' messages and connections, which other instances can query. */
export function openTraffic(
  { nats, now, watchConnections, robotAddresses = [] }: ServerParts,
  registry: OwnershipRegistry,
  openBus: OpenBus,
) {
  const memory = createDeviceTraffic(now);
  watchConnections?.((serial, kind, reason) => {
    const isKnown = registry.organisationOfDevice(serial) !== undefined;
    if (isKnown) memory.connection(serial, { at: new Date(now()).toISOString(), kind, reason });
  });
  const codec = jsonCodec(trafficNote);
  const bus = nats === undefined ? null : openBus({ prefix: 'traffic', groupOf: () => 'asked', codec, onReconnect: () => undefined });
  return {
    memory,
    /** The dependencies of the call that returns the record. */
    connection: { trafficOf: createTrafficExchange(memory, bus), trafficKnownSince: memory.knownSince, robotAddresses },
    close: () => bus?.close() ?? Promise.resolve(),
  };
}
