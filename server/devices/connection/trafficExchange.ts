/** Requests the known traffic of a device from the other servers, since the device is connected to one of them. */

import { randomUUID } from 'node:crypto';
import { deviceTraffic } from '#contract/devices/deviceConnection';
import { z } from '#contract/schema';
import type { DeviceTraffic, Traffic } from '../../fleet/deviceTraffic.ts';
import type { Bus } from '../../platform/bus/bus.ts';

/** Time within which other servers must answer, in ms; the traffic of slower ones is left out. */
const GATHER_MS = 300;

/** Schema of a request to the other servers, or of an answer. */
export const trafficNote = z.object({ id: z.string(), serial: z.string(), traffic: z.nullable(deviceTraffic) });
/** A request to the other servers, or an answer. */
export type TrafficNote = z.infer<typeof trafficNote>;

const newestFirst = <Entry>(entries: readonly Entry[], at: (entry: Entry) => string, most: number) =>
  entries.toSorted((one, other) => at(other).localeCompare(at(one))).slice(0, most);

/** Maximum number of the newest messages, and connections, in an answer. */
const SHOWN = { messages: 30, connections: 50 } as const;

/**
 * Creates the function that returns the known traffic of a device on all servers: a device is connected to one server, and another one may read its messages.
 * `bus` is null if there is a single server.
 */
export function createTrafficExchange(own: DeviceTraffic, bus: Bus<TrafficNote> | null) {
  const waiting = new Map<string, Traffic[]>();
  bus?.subscribe((notes) => {
    for (const { id, serial, traffic: answer } of notes) {
      if (answer !== null) waiting.get(id)?.push(answer);
      else if (!waiting.has(id)) bus.publish([{ id, serial, traffic: copied(own.of(serial)) }]);
    }
  });
  return async (serial: string): Promise<Traffic> => {
    const parts = [own.of(serial)];
    if (bus !== null) {
      const id = randomUUID();
      waiting.set(id, parts);
      bus.publish([{ id, serial, traffic: null }]);
      await new Promise((resolve) => void setTimeout(resolve, GATHER_MS));
      waiting.delete(id);
    }
    return {
      messages: newestFirst(
        parts.flatMap((part) => part.messages),
        ({ received_at: at }) => at,
        SHOWN.messages,
      ),
      connections: newestFirst(
        parts.flatMap((part) => part.connections),
        ({ at }) => at,
        SHOWN.connections,
      ),
    };
  };
}

const copied = (part: Traffic) => ({ messages: [...part.messages], connections: [...part.connections] });
