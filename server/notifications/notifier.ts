/**
 * Watches the selected devices: handles reports as they arrive, checks connections once a second, and collects the beginnings and ends of troubles at a site.
 */

import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { tagState } from '#contract/fleet/reportedState';
import { afterCheck, afterReport, type DeviceWatch, firstWatch, LATE_MS, type WatchedReport } from '#domain/notifications/deviceWatch';
import { GATHER_MS } from '#domain/notifications/nextNotice';
import type { LiveReport } from '../fleet/liveReport.ts';
import { reportedStateOf } from '../fleet/liveReport.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Fence } from '../platform/instances/leases.ts';
import { oneAtATime } from '../platform/oneAtATime.ts';
import { forgetOldAccess } from './receivers.ts';
import { type ChosenDevice, readChosenDevices } from './chosenDevices.ts';
import { openSentNotices, type SentNotices } from './sentNotices.ts';
import { createSiteNotices, type SiteNoticeParts } from './siteNotices.ts';

/** Interval at which connections are checked and collected troubles are sent, and at which selections are read again, in ms. */
const CHECK_MS = 1_000;
const CHECKS_PER_READ = 5;
/** Number of checks between two clean-ups: ten minutes. */
const CHECKS_PER_CLEANUP = 600;
/** Time within which devices reconnect after the server lost the broker, in ms. */
const COME_BACK_MS = 30_000;
/** Maximum age of an error that is treated as new when the watch begins, in ms: such an error may have begun while one server took over from another. */
const TAKE_OVER_MS = 120_000;

/** The sender of all people's notices. */
export interface Notifier {
  /** Reads the selections made since the last read, without waiting for the next round. */
  readonly readChoices: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface NotifierParts extends Omit<SiteNoticeParts, 'sent' | 'watchOf' | 'chosen' | 'chosenSince'> {
  readonly database: Kysely<Database>;
  readonly fence: Fence;
  readonly key: KeyObject;
  readonly live: Pick<LiveReports, 'newest' | 'isConnected'>;
  readonly bus: Pick<Bus<LiveReport>, 'subscribe'>;
  /** Returns whether the messages of devices reach this server. */
  readonly isListening: () => boolean;
  readonly now: () => number;
  /** Calls a function at an interval in ms; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
  readonly log: Logger;
}

function watchedReport({ deviceType }: ChosenDevice, report: LiveReport): WatchedReport | null {
  const frame = reportedStateOf(report);
  if (frame === undefined) return null;
  return { deviceType, state: tagState({ ...frame.state }), measuredAt: report.deviceTime, receivedAt: report.receivedAt };
}

/** Returns the start of the current error of each device, in ms since epoch. */
async function errorsSince(database: Kysely<Database>, serials: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (serials.length === 0) return new Map();
  const rows = await database
    .selectFrom('error_period')
    .select(['serial', 'start_time'])
    .where('serial', 'in', serials)
    .where('stop_time', 'is', null)
    .execute();
  return new Map(rows.map(({ serial, start_time }) => [serial, start_time.getTime()]));
}

/**
 * Returns the initial watch of a device; null if it has never reported. An error whose start is not stored has just begun, because its report is not committed
 * yet. A late report of a past error does not start an error.
 */
function initialWatch(live: NotifierParts['live'], device: ChosenDevice, began: ReadonlyMap<string, number>): DeviceWatch | null {
  const newest = live.newest(device.serial);
  const report = newest === undefined ? null : watchedReport(device, newest);
  if (report === null) return null;
  const isLate = report.receivedAt - report.measuredAt > LATE_MS;
  return firstWatch(report, began.get(device.serial) ?? (isLate ? undefined : report.receivedAt));
}

const choiceOf = (username: string, serial: string) => JSON.stringify([username, serial]);

type Gather = (site: string) => void;

/** Returns the serials of the devices that sent notices name. */
const reportedSerials = (sent: SentNotices): ReadonlySet<string> =>
  new Set(
    sent
      .sites()
      .flatMap((site) => sent.peopleOf(site).flatMap((person) => sent.of(person, site)?.troubles.map(({ serial }) => serial) ?? [])),
  );

/**
 * Returns the sites whose notices change because a device left a site or is no longer selected by somebody: a moved device is no longer in trouble at its
 * former site, but at its new one. Source: PUSH14.
 */
function changedSites(before: ChosenDevice, next: ChosenDevice | undefined): readonly string[] {
  if (next === undefined) return [before.site.id];
  if (next.site.id !== before.site.id) return [before.site.id, next.site.id];
  return before.people.every((username) => next.people.includes(username)) ? [] : [before.site.id];
}

const isPlainState = ({ kind, control, leftAt, presentAt }: LiveReport) =>
  kind === 'state' && control === undefined && leftAt === undefined && presentAt === undefined;

/** Creates the record of the devices that people selected, the time of each selection, and the watch of each device. */
function createChoices({ database, live, now }: NotifierParts, sent: SentNotices, gather: Gather) {
  const watches = new Map<string, DeviceWatch>();
  let chosen: ReadonlyMap<string, ChosenDevice> = new Map();
  // The time at which each person selected each device, as last read by this server.
  let since = new Map<string, number>();
  const reported = reportedSerials(sent);
  let isFirst = true;

  const watchAdded = (device: ChosenDevice, began: ReadonlyMap<string, number>) => {
    const first = initialWatch(live, device, began);
    if (first === null) return;
    // A device that a sent notice named as lost, and that has not reported since, is still lost.
    const wasLost = afterCheck({ ...first, wasConnected: true }, false, Number.NEGATIVE_INFINITY);
    watches.set(device.serial, reported.has(device.serial) ? wasLost : first);
  };
  const read = oneAtATime(async () => {
    const before = chosen;
    const next = await readChosenDevices(database);
    const added = [...next.values()].filter(({ serial }) => !watches.has(serial));
    const began = await errorsSince(
      database,
      added.map(({ serial }) => serial),
    );
    // Nothing is awaited from here on, so the watch begins with the newest report, and no report in between is missed.
    for (const device of added) watchAdded(device, began);
    const from = isFirst ? now() - TAKE_OVER_MS : now();
    const pairs = [...next.values()].flatMap(({ serial, people }) => people.map((username) => choiceOf(username, serial)));
    since = new Map(pairs.map((pair) => [pair, since.get(pair) ?? from]));
    chosen = next;
    for (const serial of watches.keys()) if (!next.has(serial)) watches.delete(serial);
    for (const device of before.values()) for (const site of changedSites(device, next.get(device.serial))) gather(site);
    if (isFirst) for (const site of [...sent.sites(), ...[...next.values()].map((device) => device.site.id)]) gather(site);
    isFirst = false;
  });
  const take = (serial: string, watch: DeviceWatch) => {
    const former = watches.get(serial)?.trouble ?? null;
    watches.set(serial, watch);
    const device = chosen.get(serial);
    if (device !== undefined && former?.kind !== watch.trouble?.kind) gather(device.site.id);
  };
  return {
    read,
    takeReport: (report: LiveReport) => {
      const device = chosen.get(report.serial);
      const state = device !== undefined && isPlainState(report) ? watchedReport(device, report) : null;
      if (state !== null) take(report.serial, afterReport(watches.get(report.serial), state));
    },
    /** Checks the connection of each device. */
    check: () => {
      for (const [serial, watch] of watches) {
        const checked = afterCheck(watch, live.isConnected(serial), now());
        if (checked !== watch) take(serial, checked);
      }
    },
    watchOf: (serial: string) => watches.get(serial),
    chosen: () => chosen,
    chosenSince: (username: string, serial: string) => since.get(choiceOf(username, serial)) ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Watches the devices that people selected, and sends a notice when one goes into error or is lost during a treatment. One server does it on behalf of all.
 * Source: PUSH1..PUSH4.
 */
export async function startNotifier(parts: NotifierParts): Promise<Notifier> {
  const { database, fence, bus, isListening, now, every, log } = parts;
  const gathered = new Map<string, number>();
  const sent = await openSentNotices(database, fence);
  const choices = createChoices(parts, sent, (site) => {
    if (!gathered.has(site)) gathered.set(site, now());
  });
  const notices = createSiteNotices({ ...parts, ...choices, sent });
  const settle = async (site: string, at: number) => {
    gathered.delete(site);
    try {
      await notices.settle(site);
    } catch (error) {
      // A notice is not lost on a database failure: the next round retries it.
      gathered.set(site, at);
      throw error;
    }
  };
  // No device is considered lost while no device messages reach the server, and until the devices have had time to reconnect.
  let listensSince = now();
  let checks = 0;
  const check = oneAtATime(async () => {
    try {
      checks += 1;
      if (checks % CHECKS_PER_READ === 0) await choices.read();
      if (!isListening()) listensSince = now();
      if (Math.abs(now() - listensSince) >= COME_BACK_MS) choices.check();
      for (const [site, at] of gathered) if (Math.abs(now() - at) >= GATHER_MS) await settle(site, at);
      await notices.retryMissed();
      if (checks % CHECKS_PER_CLEANUP === 1) {
        await forgetOldAccess(database);
        await sent.forgetSpent(now());
      }
    } catch (error) {
      log.warn({ err: error }, 'notifications wait for the next time');
    }
  });
  const unsubscribe = bus.subscribe((reports) => {
    for (const report of reports) choices.takeReport(report);
  });
  await choices.read();
  const stop = every(CHECK_MS, () => void check());
  return {
    readChoices: choices.read,
    close: async () => {
      stop();
      unsubscribe();
      await notices.close().catch((error: unknown) => log.warn({ err: error }, 'results of notifications were not stored'));
    },
  };
}
