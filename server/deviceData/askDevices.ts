/** Requests data from connected devices: sends `report` for unknown data, and `fetch` for data that has changed. */

import type { CommandKind } from '#contract/command';
import type { DeviceDataPart } from '#contract/devices/deviceData';
import type { DataGroup } from '#contract/fleet/dataGroup';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { DeviceDataVersions } from './whereDevice.ts';

/** Interval at which devices are checked, in ms. */
export const ASK_MS = 10_000;
/** Delays in ms: a device that does not report the requested data is asked again after 10 min, twice, and then once a day. */
const AGAIN_MS = [600_000, 600_000, 86_400_000] as const;
/** Maximum number of devices that are asked at the same time. */
const MAX_ASKED = 50;
/** Data groups that every device has. */
const GROUPS: readonly DataGroup[] = ['state_data', 'sw_version', 'map_data'];
const PARTS = ['maps', 'network', 'metadata', 'error_codes'] as const satisfies readonly DeviceDataPart[];

interface AskParts {
  readonly live: Pick<LiveReports, 'serials' | 'isConnected' | 'since'>;
  readonly registry: Pick<OwnershipRegistry, 'servicesOf'>;
  /** Returns which of these devices have a stored configuration. */
  readonly configured: (serials: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly readStates: (serials: readonly string[]) => Promise<readonly DeviceDataVersions[]>;
  /** Sends a command of the server itself if the device can be reached. */
  readonly sendByServer: (serial: string, command: CommandKind, words: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Time in ms for which a device that has just connected is not asked, since it reports by itself. */
  readonly afterMs: number;
  readonly now: () => number;
}

interface Asked {
  readonly ownerSince: number;
  readonly count: number;
  readonly at: number;
}

/**
 * Creates the periodic check of the connected devices: it sends `report` to those whose data groups or configuration the current owner lacks, and `fetch` to
 * those whose maps, network, metadata or error texts have changed. Source: DOWN3, DOWN4.
 */
export function createAsking({ live, registry, configured, readStates, sendByServer, afterMs, now }: AskParts): () => Promise<void> {
  const connectedAt = new Map<string, number>();
  const asked = new Map<string, Asked>();
  const known = new Map<string, DeviceDataVersions>();

  const ownerSince = (serial: string) => registry.servicesOf(serial)?.findLast(({ until }) => until === null)?.from ?? 0;
  const isDue = (serial: string) => {
    const last = asked.get(serial);
    if (last === undefined || last.ownerSince !== ownerSince(serial)) return true;
    return now() - last.at >= (AGAIN_MS[Math.min(last.count, AGAIN_MS.length) - 1] ?? 0);
  };
  const lackingGroups = (serial: string) => {
    const reports = live.since(ownerSince(serial));
    return GROUPS.filter((group) => reports.data(serial, group) === undefined);
  };
  /** Returns the devices that have been connected long enough, and removes those that are no longer connected. */
  const settled = (): readonly string[] => {
    const connected = new Set([...live.serials()].filter((serial) => live.isConnected(serial)));
    for (const serial of connectedAt.keys()) if (!connected.has(serial)) connectedAt.delete(serial);
    for (const serial of connected) if (!connectedAt.has(serial)) connectedAt.set(serial, now());
    return [...connected].filter((serial) => now() - (connectedAt.get(serial) ?? now()) >= afterMs);
  };
  const askForReports = async (serials: readonly string[]) => {
    const due = serials.filter(isDue);
    if (due.length === 0) return;
    const have = await configured(due);
    const lacking = due.flatMap((serial) => {
      const data_groups = lackingGroups(serial);
      return data_groups.length === 0 && have.has(serial) ? [] : [{ serial, words: { data_groups, configuration: !have.has(serial) } }];
    });
    for (const { serial, words } of lacking.slice(0, MAX_ASKED)) {
      const since = ownerSince(serial);
      const last = asked.get(serial);
      asked.set(serial, { ownerSince: since, count: last?.ownerSince === since ? last.count + 1 : 1, at: now() });
      await sendByServer(serial, 'report', words);
    }
  };
  const sendChanges = async (serials: readonly string[]) => {
    for (const state of await readStates(serials)) {
      const before = known.get(state.serial);
      known.set(state.serial, state);
      const changed = before === undefined ? [] : PARTS.filter((part) => before[part] !== state[part]);
      if (changed.length > 0) await sendByServer(state.serial, 'fetch', { changed });
    }
    // A device that was disconnected fetches by itself when it returns.
    for (const serial of known.keys()) if (!connectedAt.has(serial)) known.delete(serial);
  };
  return async () => {
    const serials = settled();
    await askForReports(serials);
    await sendChanges(serials);
  };
}
