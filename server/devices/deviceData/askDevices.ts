/** Requests data from connected devices: sends `report` for unknown data, and `fetch` for data that has changed. */

import type { CommandKind } from '#contract/command';
import type { DeviceDataPart } from '#contract/devices/deviceData';
import type { DataGroup } from '#contract/fleet/dataGroup';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { LiveReports } from '../../fleet/liveReports.ts';
import { isDatabaseAway } from '../../platform/failure/unavailable.ts';
import type { DeviceDataVersions } from './whereDevice.ts';

/** Interval at which devices are checked, in ms. */
export const ASK_MS = 10_000;
/** Delays in ms after which a request to a device that does not report the requested data is repeated: 10 min, twice, and then once a day. */
const AGAIN_MS = [600_000, 600_000, 86_400_000] as const;
/**
 * Maximum number of concurrent requests to devices for missing data, or to fetch all of their data. After a start both concern the whole fleet, and commands of
 * people must not wait for these requests.
 */
const MAX_ASKED = 50;
/** First and longest pause, in ms, before a `fetch` that failed is sent again on the same connection; the pause doubles with each failure. */
const FAILED_MS = { first: 20_000, longest: 600_000 } as const;
/** Data groups that every device has. */
const GROUPS: readonly DataGroup[] = ['state_data', 'sw_version', 'map_data'];
const PARTS = ['maps', 'network', 'metadata', 'error_codes'] as const satisfies readonly DeviceDataPart[];

interface AskParts {
  readonly live: Pick<LiveReports, 'serials' | 'isConnected' | 'since'>;
  readonly registry: Pick<OwnershipRegistry, 'servicesOf'>;
  /** Returns the given devices that have a stored configuration. */
  readonly configured: (serials: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly readStates: (serials: readonly string[]) => Promise<readonly DeviceDataVersions[]>;
  /** Sends a command of the server itself; returns false, and stores nothing, if the device cannot be reached. Throws if a stored command could not be sent. */
  readonly sendByServer: (serial: string, command: CommandKind, words: Readonly<Record<string, unknown>>) => Promise<boolean>;
  /** Time in ms for which a device that has just connected gets no request, since it reports by itself. */
  readonly afterMs: number;
  readonly now: () => number;
}

interface Asked {
  readonly ownerSince: number;
  readonly count: number;
  readonly at: number;
}

/** The outcome of sending a command; a failed command is stored as failed. */
type Sending = 'sent' | 'unreachable' | 'failed';
type Send = (serial: string, command: CommandKind, words: Readonly<Record<string, unknown>>) => Promise<Sending>;

/**
 * Creates the sender for successive checks. A failure concerns one device, so the check continues, and `endCheck` throws the first failure. Throws at once when
 * the database is unavailable, since that concerns all devices and no command is stored.
 */
function createSending(sendByServer: AskParts['sendByServer']): { readonly send: Send; readonly endCheck: () => void } {
  const failures: Error[] = [];
  return {
    send: async (serial, command, words) => {
      try {
        return (await sendByServer(serial, command, words)) ? 'sent' : 'unreachable';
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failures.push(error instanceof Error ? error : new Error(String(error)));
        return 'failed';
      }
    },
    endCheck: () => {
      const [first] = failures.splice(0);
      if (first !== undefined) throw first;
    },
  };
}

/** Consecutive failures of `fetch`; the last one was on the connection that began at `connectedAt`. */
interface Failed {
  readonly count: number;
  readonly at: number;
  readonly connectedAt: number;
}

const changedParts = (before: DeviceDataVersions, after: DeviceDataVersions) => PARTS.filter((part) => before[part] !== after[part]);

/**
 * Creates the function that sends `fetch` to connected devices whose data has changed. A device fetches by itself when it connects, which this server does not
 * see. Therefore the data is compared with the data of the last `fetch`, also across connections, and a device without a previous `fetch` gets one for all
 * parts: the `ETag`s make a repeated fetch cheap. `connectedAt` returns the instant at which a device connected. Source: DOWN4, DOWN10, DOWN11.
 */
function createChanges(
  { readStates, now }: Pick<AskParts, 'readStates' | 'now'>,
  sendCommand: Send,
  connectedAt: (serial: string) => number,
) {
  /** The data of each device at its last `fetch`. */
  const sent = new Map<string, DeviceDataVersions>();
  /** The data, at the first check, of each device that has not been sent a `fetch` yet. */
  const first = new Map<string, DeviceDataVersions>();
  const failed = new Map<string, Failed>();

  const isPaused = (serial: string) => {
    const last = failed.get(serial);
    if (last === undefined || last.connectedAt !== connectedAt(serial)) return false;
    return now() - last.at < Math.min(FAILED_MS.first * 2 ** (last.count - 1), FAILED_MS.longest);
  };
  const send = async (state: DeviceDataVersions, changed: readonly DeviceDataPart[]) => {
    const { serial } = state;
    const sending = await sendCommand(serial, 'fetch', { changed });
    if (sending === 'failed')
      failed.set(serial, { count: (failed.get(serial)?.count ?? 0) + 1, at: now(), connectedAt: connectedAt(serial) });
    // A change that could not be sent is sent at a later check.
    if (sending !== 'sent') return;
    failed.delete(serial);
    sent.set(serial, state);
    first.delete(serial);
  };
  return async (serials: readonly string[]) => {
    let waiting = 0;
    for (const state of await readStates(serials)) {
      if (isPaused(state.serial)) continue;
      const before = sent.get(state.serial);
      const changed = changedParts(before ?? first.get(state.serial) ?? state, state);
      if (before !== undefined) {
        if (changed.length > 0) await send(state, changed);
        continue;
      }
      if (!first.has(state.serial)) first.set(state.serial, state);
      // A change is sent at once; a device that may only have missed a change waits for its turn.
      if (changed.length === 0) waiting += 1;
      if (changed.length > 0 || waiting <= MAX_ASKED) await send(state, PARTS);
    }
  };
}

/**
 * Creates the periodic check of the connected devices: it sends `report` to devices whose data groups or configuration the current owner lacks, and `fetch` to
 * devices whose maps, network, metadata or error texts have changed. Source: DOWN3, DOWN4, DOWN11.
 */
export function createAsking({ live, registry, configured, readStates, sendByServer, afterMs, now }: AskParts): () => Promise<void> {
  const connectedAt = new Map<string, number>();
  const asked = new Map<string, Asked>();
  const { send, endCheck } = createSending(sendByServer);
  const sendChanges = createChanges({ readStates, now }, send, (serial) => connectedAt.get(serial) ?? 0);

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
      if ((await send(serial, 'report', words)) === 'unreachable') continue;
      asked.set(serial, { ownerSince: since, count: last?.ownerSince === since ? last.count + 1 : 1, at: now() });
    }
  };
  return async () => {
    const serials = settled();
    await askForReports(serials);
    await sendChanges(serials);
    endCheck();
  };
}
