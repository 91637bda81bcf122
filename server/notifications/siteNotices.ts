/** Sends the notices about a site to its people, as far as they may see the devices now. */

import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { codeMeanings, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import type { DeviceWatch, Trouble } from '#domain/notifications/deviceWatch';
import { type Notice, overNotice, type DeviceInTrouble, troubleNotice } from '#domain/notifications/siteNotice';
import { afterNotice, nextNotice } from '#domain/notifications/nextNotice';
import { roleOf } from '#domain/people/rights';
import { explainCodes } from '../errorCodes/errorCodeStore.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { covers, scopeOf } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { ChosenDevice, Site } from './chosenDevices.ts';
import { createNoticeSender } from './noticeSender.ts';
import type { PushService } from './pushService.ts';
import { forgetReceiver, type Receiver, receiversOf } from './receivers.ts';
import type { SentNotices } from './sentNotices.ts';

/** Time after which a browser that has not registered again gets no more notices, in ms, since external providers do not report that a person has left. */
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
  /** When a person selected a device, in ms since epoch. */
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

/** Returns a device in trouble with its texts: in the reader's language if the catalogue has them, otherwise in that for engineers. Source: ERRLANG1, PUSH4. */
function inWords({ serial, name, trouble: { kind, code } }: InTrouble, catalogue: ErrorCatalogue, locale: string | null): DeviceInTrouble {
  const isKnown = code !== null && Object.hasOwn(catalogue, code);
  return { serial, name, kind, code, words: isKnown ? (codeMeanings(code, catalogue, locale)[0] ?? null) : null };
}

/** The groups of people by user name, as the provider lists them; null if it does not list them. */
type Listed = ReadonlyMap<string, readonly string[]> | null;

/**
 * Returns the browsers of a person that may get a notice, and the groups by which the person sees devices: those that the provider lists, otherwise those at the
 * newest registration, whichever browser it was. `receivers` begins with the newest registration. Source: PUSH5, PUSH9.
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

/** Returns a predicate that tells whether a person in these groups may see a device. */
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

/** Sends the notices to the people of a site. */
export function createSiteNotices(parts: SiteNoticeParts) {
  const { database, key, registry, groupsOf, sent, chosenSince, now } = parts;
  const sender = createNoticeSender({ ...parts, forget: (id) => forgetReceiver(database, id) });

  const readSite = async (siteId: string): Promise<SiteNow> => {
    const devices = [...parts.chosen().values()].filter(({ site }) => site.id === siteId);
    const inTrouble = devicesInTrouble(siteId, parts);
    const codes = inTrouble.flatMap(({ trouble }) => trouble.code ?? []);
    return {
      site: devices[0]?.site ?? { id: siteId, name: 'Your devices' },
      inTrouble,
      catalogue: codes.length === 0 ? {} : await explainCodes(database, codes),
      people: [...new Set([...devices.flatMap((device) => device.people), ...sent.peopleOf(siteId)])],
    };
  };
  /** Stores the troubles of which a person has been notified, and returns the notice for a browser with a locale; null if there is none. */
  const noticeFor = async ({ site, inTrouble, catalogue }: SiteNow, username: string, sees: (serial: string) => boolean) => {
    const open = inTrouble
      .filter(({ serial, people }) => people.includes(username) && sees(serial))
      .map(({ serial, trouble }) => ({ serial, kind: trouble.kind, isNew: trouble.at >= chosenSince(username, serial) }));
    const before = sent.of(username, site.id);
    const next = nextNotice(before, open, now());
    if (next.kind === 'none') return null;
    const after = afterNotice(before, next, now());
    // A notice is stored before it is sent; otherwise one that cannot be stored would be sent repeatedly.
    await sent.note(username, site.id, after);
    // People who lost the right to see the devices get no further notices about them, not even that the trouble is over.
    if (open.length === 0 && before?.troubles.some(({ serial }) => sees(serial)) !== true) return null;
    const at = now();
    return (locale: string | null): Notice => {
      const [first, ...others] = after.troubles.flatMap(({ serial }) =>
        inTrouble.filter((device) => device.serial === serial).map((device) => inWords(device, catalogue, locale)),
      );
      if (first === undefined || next.kind === 'over') return overNotice(site, at);
      return troubleNotice(site, [first, ...others], { silent: next.silent, at });
    };
  };
  const settle = async (siteId: string): Promise<void> => {
    const site = await readSite(siteId);
    const [receivers, listed] = await Promise.all([receiversOf(database, key, site.people), groupsOf(site.people)]);
    for (const username of site.people) {
      const { browsers, groups } = usable(username, receivers, listed, now());
      const notice = await noticeFor(site, username, sightOf(groups, registry));
      if (notice !== null) for (const receiver of browsers) sender.send(receiver, notice(receiver.locale));
    }
  };
  return { settle, close: sender.close };
}
