/** Sends the notices about a site to its people, for the devices that they may see now. */

import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { codeMeanings, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import type { DeviceWatch, Trouble } from '#domain/notifications/deviceWatch';
import { closedNotice, type Notice, overNotice, type DeviceInTrouble, troubleNotice } from '#domain/notifications/siteNotice';
import { mergedMisses } from '#domain/notifications/missedNotice';
import { afterNotice, isSameTrouble, nextNotice, type NotifiedTrouble, type SentNotice } from '#domain/notifications/nextNotice';
import { roleOf } from '#domain/people/rights';
import { explainCodes } from '../errorCodes/errorCodeStore.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { covers, scopeOf } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { ChosenDevice, Site } from './chosenDevices.ts';
import { createMissedNotices } from './missedNotices.ts';
import { createNoticeSender, type NoticeSender } from './noticeSender.ts';
import type { PushService } from './pushService.ts';
import { forgetReceiver, type Receiver, receiversOf } from './receivers.ts';
import type { SentNotices } from './sentNotices.ts';

/** Time after which a browser that has not registered again gets no more notices, in ms: external providers do not report that a person has left. */
const RENEWED_WITHIN_MS = 30 * 86_400_000;

/** Returns the groups of accounts that may sign in; null if the provider does not list them. */
export type ReadGroups = (usernames: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]> | null>;

export interface SiteNoticeParts {
  readonly database: Kysely<Database>;
  readonly key: KeyObject;
  readonly registry: OwnershipRegistry;
  readonly groupsOf: ReadGroups;
  readonly service: PushService;
  readonly sent: SentNotices;
  readonly watchOf: (serial: string) => DeviceWatch | undefined;
  readonly chosen: () => ReadonlyMap<string, ChosenDevice>;
  /** Returns the time at which a person selected a device, in ms since epoch. */
  readonly chosenSince: (username: string, serial: string) => number;
  readonly gauges: Pick<Gauges, 'notices'>;
  readonly now: () => number;
  readonly log: Logger;
}

type InTrouble = ChosenDevice & { readonly trouble: Trouble };

/** Returns the devices of a site that are in trouble, newest trouble first. */
const devicesInTrouble = (site: string, { chosen, watchOf }: SiteNoticeParts): readonly InTrouble[] =>
  [...chosen().values()]
    .flatMap((device) => {
      const trouble = device.site.id === site ? (watchOf(device.serial)?.trouble ?? null) : null;
      return trouble === null ? [] : [{ ...device, trouble }];
    })
    .toSorted((one, other) => other.trouble.at - one.trouble.at);

/**
 * Returns a device in trouble with its texts: in the reader's language if the catalogue has them, otherwise in the language for engineers. Source: ERRLANG1,
 * PUSH4.
 */
function inWords({ serial, name, trouble: { kind, code } }: InTrouble, catalogue: ErrorCatalogue, locale: string | null): DeviceInTrouble {
  const isKnown = code !== null && Object.hasOwn(catalogue, code);
  return { serial, name, kind, code, words: isKnown ? (codeMeanings(code, catalogue, locale)[0] ?? null) : null };
}

/** The groups of people by user name, as the provider lists them; null if it does not list them. */
type Listed = ReadonlyMap<string, readonly string[]> | null;

/**
 * Returns the browsers of a person that may get a notice, and the groups that determine the visible devices: those that the provider lists, otherwise those of
 * the person's newest registration. `receivers` begins with the newest registration. Source: PUSH5, PUSH9.
 */
function usable(username: string, receivers: readonly Receiver[], listed: Listed, at: number) {
  const own = receivers.filter((receiver) => receiver.username === username);
  if (listed === null) {
    const recent = own.filter(({ renewedAt }) => at - renewedAt <= RENEWED_WITHIN_MS);
    return { browsers: recent, groups: recent[0]?.groups ?? [] };
  }
  const groups = listed.get(username);
  return groups === undefined ? { browsers: [], groups: [] } : { browsers: own, groups };
}

/** Returns a predicate: whether a person in these groups may see a device. */
function sightOf(groups: readonly string[], registry: OwnershipRegistry) {
  const scope = scopeOf({ role: roleOf(groups), groups }, registry);
  return (serial: string) => covers(scope, registry.organisationOfDevice(serial) ?? null);
}

/** The troubles at a site, and the people who selected its devices. */
interface SiteNow {
  readonly site: Site;
  readonly inTrouble: readonly InTrouble[];
  /** Texts of the error codes reported at the site. */
  readonly catalogue: ErrorCatalogue;
  readonly people: readonly string[];
}

/** A person with the browsers that may get a notice, and the devices that the person may see. */
interface Reached {
  readonly username: string;
  readonly browsers: readonly Receiver[];
  readonly sees: (serial: string) => boolean;
}

/** Returns what a notice about a site needs now. */
async function readSite(parts: SiteNoticeParts, siteId: string): Promise<SiteNow> {
  const devices = [...parts.chosen().values()].filter(({ site }) => site.id === siteId);
  const inTrouble = devicesInTrouble(siteId, parts);
  const codes = inTrouble.flatMap(({ trouble }) => trouble.code ?? []);
  return {
    site: devices[0]?.site ?? { id: siteId, name: 'Your devices' },
    inTrouble,
    catalogue: codes.length === 0 ? {} : await explainCodes(parts.database, codes),
    people: [...new Set([...devices.flatMap((device) => device.people), ...parts.sent.peopleOf(siteId)])],
  };
}

/** Returns people with their browsers and the devices that they may see. */
async function readPeople(parts: SiteNoticeParts, people: readonly string[]): Promise<readonly Reached[]> {
  const { database, key, registry, groupsOf, now } = parts;
  const [receivers, listed] = await Promise.all([receiversOf(database, key, people), groupsOf(people)]);
  return people.map((username) => {
    const { browsers, groups } = usable(username, receivers, listed, now());
    return { username, browsers, sees: sightOf(groups, registry) };
  });
}

interface Wording {
  readonly silent: boolean;
  readonly locale: string | null;
  /** The time of the notice, in ms since epoch. */
  readonly at: number;
}

/** Returns the notice about the troubles of which a person was notified; null if they are over. */
function noticeOf({ site, inTrouble, catalogue }: SiteNow, { troubles }: SentNotice, { silent, locale, at }: Wording): Notice | null {
  const [first, ...others] = troubles.flatMap(({ serial }) =>
    inTrouble.filter((device) => device.serial === serial).map((device) => inWords(device, catalogue, locale)),
  );
  return first === undefined ? null : troubleNotice(site, [first, ...others], { silent, at });
}

/** Returns whether a device is out of trouble: at its site, still selected by the person, and without trouble in its watch. */
function hasRecovered({ chosen, watchOf }: SiteNoticeParts, siteId: string, username: string, serial: string): boolean {
  const device = chosen().get(serial);
  return device?.site.id === siteId && device.people.includes(username) && watchOf(serial)?.trouble === null;
}

/** Returns the other sites at which devices of a site's notices are now. */
function movedTo({ sent, chosen }: SiteNoticeParts, siteId: string): ReadonlySet<string> {
  const named = sent.peopleOf(siteId).flatMap((username) => sent.of(username, siteId)?.troubles ?? []);
  const sites = named.flatMap(({ serial }) => chosen().get(serial)?.site.id ?? []);
  return new Set(sites.filter((id) => id !== siteId));
}

const isCarriedFrom = ({ troubles }: SentNotice, open: NotifiedTrouble): boolean => troubles.some((one) => isSameTrouble(one, open));

/** Stores the troubles of which a person has been notified, and returns the function that creates a browser's notice; null if no notice is due. */
async function noticeFor(parts: SiteNoticeParts, siteNow: SiteNow, { username, browsers, sees }: Reached) {
  const { sent, chosenSince, now } = parts;
  const { site, inTrouble } = siteNow;
  const elsewhere = sent.elsewhere(username, site.id);
  const open = inTrouble
    .filter(({ serial, people }) => people.includes(username) && sees(serial))
    .map(({ serial, trouble: { kind, at } }) => ({
      serial,
      kind,
      isNew: at >= chosenSince(username, serial),
      isCarried: elsewhere.some((one) => isCarriedFrom(one, { serial, kind })),
    }));
  const before = sent.of(username, site.id);
  const next = nextNotice(before, open, now());
  if (next.kind === 'none') return null;
  const after = afterNotice(before, next, now());
  const carried = open.filter((one) => one.isCarried && before?.troubles.some(({ serial }) => serial === one.serial) !== true);
  // What a browser missed at the former site of a device, it is owed here.
  const missedElsewhere = elsewhere.flatMap((record) => (carried.some((one) => isCarriedFrom(record, one)) ? record.missed : []));
  const owed = mergedMisses([...after.missed, ...missedElsewhere]).filter(({ receiver }) => browsers.some(({ id }) => id === receiver));
  // People who lost the right to see the devices get no further notices about them, not even about the end of the trouble.
  const isHidden = open.length === 0 && before?.troubles.some(({ serial }) => sees(serial)) !== true;
  const isSilentFor = (id: string) =>
    next.kind === 'over' || (next.silent && !owed.some(({ receiver, silent }) => receiver === id && !silent));
  const begun = next.kind === 'over' || isHidden ? [] : browsers.map(({ id }) => ({ receiver: id, silent: isSilentFor(id) }));
  // A notice is stored before it is sent; otherwise one that cannot be stored would be sent repeatedly, and one that is being sent when the server ends be lost.
  await sent.note(username, site.id, { ...after, missed: owed, underway: mergedMisses([...after.underway, ...begun]) });
  if (isHidden) return null;
  const isOver = before?.troubles.every(({ serial }) => hasRecovered(parts, site.id, username, serial)) === true;
  return ({ id, locale }: Receiver): Notice =>
    noticeOf(siteNow, after, { silent: isSilentFor(id), locale, at: now() }) ?? (isOver ? overNotice : closedNotice)(site, now());
}

/** Sends the notices to the people of a site. */
export function createSiteNotices(parts: SiteNoticeParts) {
  const { database, sent, now } = parts;
  const missed = createMissedNotices({
    sent,
    forget: (id) => forgetReceiver(database, id),
    isSending: (one) => sender.isSending(one),
    now,
  });
  const sender: NoticeSender = createNoticeSender({ ...parts, onResult: missed.onResult });

  const settleOne = async (siteId: string): Promise<void> => {
    const site = await readSite(parts, siteId);
    for (const person of await readPeople(parts, site.people)) {
      const notice = await noticeFor(parts, site, person);
      if (notice !== null) for (const receiver of person.browsers) sender.send({ receiver, site: siteId, notice: notice(receiver) });
    }
  };
  const settle = async (siteId: string): Promise<void> => {
    // The next notice makes the sound that a browser missed with the previous one. Source: PUSH13.
    await missed.storeResults();
    // The other sites are settled first: the former notice names the devices, which shows that the person was notified of their troubles. Source: PUSH14.
    for (const next of movedTo(parts, siteId)) await settleOne(next);
    await settleOne(siteId);
  };
  /** Sends the notice about the troubles that are still open at a site to the browsers that missed it. */
  const retry = async (siteId: string): Promise<void> => {
    const site = await readSite(parts, siteId);
    for (const { username, browsers, sees } of await readPeople(parts, sent.peopleMissing(siteId))) {
      const record = sent.of(username, siteId);
      const visible = record && { ...record, troubles: record.troubles.filter(({ serial }) => sees(serial)) };
      for (const receiver of browsers) {
        const owed = visible?.missed.find((one) => one.receiver === receiver.id);
        const notice = visible && owed ? noticeOf(site, visible, { silent: owed.silent, locale: receiver.locale, at: now() }) : null;
        if (notice !== null) sender.send({ receiver, site: siteId, notice, isRetry: true });
      }
    }
  };
  return {
    settle,
    /** Stores the results of sent notices, and repeats the notices that are due. Source: PUSH13. */
    retryMissed: async (): Promise<void> => {
      await missed.storeResults();
      for (const site of missed.takeDue()) await retry(site);
    },
    close: async (): Promise<void> => {
      await sender.close();
      while (await missed.storeResults());
    },
  };
}
