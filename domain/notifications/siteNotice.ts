/** Title, text and link of a notice: of trouble, of its end, and of a test. */

import { deviceLink, screenAddress } from '../addresses.ts';
import { fleetDevicesLink, fleetStateLink } from '../devices/fleetFilter.ts';
import { countText } from '../text/labels.ts';
import type { TroubleKind } from './deviceWatch.ts';

/** A device in trouble, with the texts of a notice. */
export interface DeviceInTrouble {
  readonly serial: string;
  readonly name: string;
  readonly kind: TroubleKind;
  /** The text of the error code; null when the catalogue has no text for it, or no code was reported. */
  readonly words: string | null;
  readonly code: string | null;
}

/** A notice as it is sent to a browser: a later one with the same `tag` replaces it. `url` is a path of the console. */
export interface Notice {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** True for a notice that silently replaces the previous one. */
  readonly silent: boolean;
  /** True for the notice that trouble is over. */
  readonly isOver?: boolean;
  /** The time in ms since epoch; the browser shows the notice's age. */
  readonly at: number;
}

/** Number of devices that a notice names; further ones are only counted. */
const NAMED = 4;

const KINDS: Readonly<Record<TroubleKind, string>> = { error: 'in error', lost: 'lost during a treatment' };

/** Returns the trouble of a device as a phrase: the text of its code, otherwise the code, otherwise the reported fault. */
function phraseOf({ kind, words, code }: DeviceInTrouble): string {
  if (kind === 'lost') return 'connection lost during a treatment';
  return words ?? (code === null ? 'in error' : `error ${code}`);
}

interface Site {
  readonly id: string;
  readonly name: string;
}

/** Returns the tag of the notices about a site; since they share it, a browser keeps at most one notice per site. */
const tagOf = (site: Site): string => `site:${site.id}`;

/** Returns the link to devices. The state overview of those in error, for too many of them, does not show a lost one, whose last state is a treatment. */
const linkTo = (devices: readonly DeviceInTrouble[]): string =>
  fleetDevicesLink(devices.map(({ serial }) => serial)) ??
  (devices.every(({ kind }) => kind === 'error') ? fleetStateLink('error') : screenAddress('/fleet/state'));

/** Returns the notice about trouble at a site. Source: PUSH3, PUSH4. */
export function troubleNotice(
  site: Site,
  devices: readonly [DeviceInTrouble, ...DeviceInTrouble[]],
  { silent, at }: Pick<Notice, 'silent' | 'at'>,
): Notice {
  const [first, ...others] = devices;
  const common = { tag: tagOf(site), silent, at };
  if (others.length === 0) {
    const title = `${first.name} is ${KINDS[first.kind]}`;
    const lines = first.kind === 'lost' ? [site.name] : [phraseOf(first), site.name];
    return { ...common, title, body: [...lines, first.serial].join('\n'), url: deviceLink(first.serial) };
  }
  const named = devices.slice(0, NAMED).map((device) => `${device.name}: ${phraseOf(device)}`);
  const more = devices.length - named.length;
  return {
    ...common,
    title: `${countText(devices.length, 'device')} at ${site.name} need you`,
    body: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    url: linkTo(devices),
  };
}

/** Returns the notice that replaces the one about a site once the trouble there is over. It makes no sound. Source: PUSH3. */
export const overNotice = (site: Site, at: number): Notice => ({
  tag: tagOf(site),
  title: `${site.name}: over`,
  body: 'The devices of this notice are no longer in error or lost.',
  url: screenAddress('/fleet/state'),
  silent: true,
  isOver: true,
  at,
});

/** Returns the notice that replaces the one about a site if some of its devices left it or are no longer chosen, perhaps still in trouble. Source: PUSH14. */
export const closedNotice = (site: Site, at: number): Notice => ({
  ...overNotice(site, at),
  title: `${site.name}: notice ended`,
  body: 'Its devices recovered, moved elsewhere, or are no longer chosen.',
});

/** Returns a newer notice with the sound of one that it replaces before the person got that; the notice that trouble is over needs none. Source: PUSH12. */
export const replacing = (missed: Notice, next: Notice): Notice =>
  missed.silent || next.isOver === true ? next : { ...next, silent: false };

/** Returns the notice that a person sends to test a browser. */
export const testNotice = (at: number): Notice => ({
  tag: 'test',
  title: 'Notifications arrive here',
  body: 'So it looks when a device that you chose needs you.',
  url: screenAddress('/profile/notifications'),
  silent: false,
  at,
});
