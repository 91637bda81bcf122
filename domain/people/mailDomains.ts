/** Mail domains of an organisation: parsing, validation, and the refusal of addresses outside them. */

import { screenAddress } from '../addresses.ts';
import type { Role } from './rights.ts';

/** A domain name: labels of letters, digits and hyphens, separated by dots; at least one dot. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAIN_LENGTH = 253;
/** Maximum number of domains of one organisation. */
const MAX_DOMAINS = 50;

/** Parses a typed list of domains: separated by commas, whitespace or line breaks; returns each once, in lower case, without a leading `@`. */
export const typedDomains = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, ''))
      .filter((one) => one !== ''),
  ),
];

/** Returns why mail domains are invalid; undefined if they are valid. Used by console and server. Source: MAILD1. */
export function mailDomainsProblem(domains: readonly string[]): string | undefined {
  const wrong = domains.find((domain) => domain.length > DOMAIN_LENGTH || !DOMAIN.test(domain));
  if (wrong !== undefined) return `${wrong.slice(0, 60)} is no mail domain, such as company.example.`;
  return domains.length > MAX_DOMAINS ? `At most ${MAX_DOMAINS} mail domains.` : undefined;
}

/** The place in the menu where the cause of a refusal can be changed. */
const PLACE = 'under Maps, Organisations';

/** Returns why an address is refused: by its organisation, or by the console if the person has no organisation. */
export const mailRefusal = (email: string, organisation: string | null): string =>
  `Addresses of ${email.split('@').at(-1) ?? ''} are not allowed ${organisation === null ? 'to use the console' : `for ${organisation}`}: a system admin adds the mail domain ${organisation === null ? 'to an organisation ' : ''}${PLACE}.`;

/** The refusal to add a person to an organisation without a group. */
export const GROUP_REFUSAL = `This organisation has no authentication group: nobody can be its user. A system admin gives it one ${PLACE}.`;

/** Returns the id of the organisation that a refusal names; undefined if it names no organisation in the list. Source: NEWMAIL6. */
export const refusingOrganisation = (
  refusal: string | undefined,
  organisations: readonly { readonly id: string; readonly name: string }[],
): string | undefined => organisations.find(({ name }) => refusal?.includes(` are not allowed for ${name}: `) === true)?.id;

/**
 * Returns the link to the place that a refusal names, if the reader may change it there: the form of the `organisation` (id) that refused, otherwise the list.
 * Null for other people and for other refusals. Source: MAILD1.
 */
export function refusalPlace(refusal: string | null | undefined, role: Role | null, organisation?: string | null): string | null {
  if (role !== 'system_admin' || refusal?.includes(PLACE) !== true) return null;
  return screenAddress('/maps/organisations', organisation == null || organisation === '' ? {} : { update: organisation });
}
