import type { Organisation } from '#contract/place';
import type { Role } from '#domain/people/rights';

/** A demo account. `totpSecret` is base32, null before a second factor is enrolled. */
export interface DemoAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  /** `user_type:<role>` first, then the authentication groups of organisations. */
  readonly groups: readonly string[];
  readonly password: string;
  readonly totpSecret: string | null;
}

/** A function that returns the secret for a label, `password:<username>` or `totp:<username>` (base32), always the same for one label. */
export type Secrets = (label: string) => string;

type Person = readonly [
  name: string,
  family_name: string,
  domain: string,
  role: Role,
  /** Id of the person's organisation; null for staff of the provider. */
  organisation: string | null,
  locale: string,
  hasSecondFactor: boolean,
];

const STAFF = 'serrarobotics.example';

// The first account of each role has a second factor; the second account demonstrates the enrolment.
const people: readonly Person[] = [
  ['An', 'Verhoeven', STAFF, 'system_admin', null, 'nl-BE', true],
  ['Bram', 'Claes', STAFF, 'system_admin', null, 'nl-BE', false],
  ['Chloé', 'Lambert', STAFF, 'license_support_engineer', null, 'fr-BE', true],
  ['David', 'Brandt', STAFF, 'license_support_engineer', null, 'de-DE', false],
  ['Els', 'Peeters', 'delinde.example', 'organisation_admin', 'org-de-linde', 'nl-BE', true],
  ['Frank', 'van Houte', 'vanhoute.example', 'organisation_admin', 'org-van-houte', 'nl-BE', false],
  ['Grace', 'Bakker', 'hortusnoord.example', 'organisation_user', 'org-hortus-noord', 'en-GB', true],
  ['Hugo', 'Maes', 'delinde.example', 'organisation_user', 'org-de-linde', 'nl-BE', false],
];

/** Returns the demo accounts, two per role, with secrets from the caller, because the source code must not contain any. */
export function demoAccounts(organisations: readonly Organisation[], secrets: Secrets): readonly DemoAccount[] {
  const groupOf = new Map(organisations.map(({ id, authentication_group }) => [id, authentication_group]));
  return people.map(([name, family_name, domain, role, organisation, locale, hasSecondFactor]) => {
    const username = `${plain(name)}.${plain(family_name)}`;
    const group = organisation === null ? null : groupOf.get(organisation);
    return {
      username,
      email: `${username}@${domain}`,
      name,
      family_name,
      locale,
      groups: [`user_type:${role}`, ...(group == null ? [] : [group])],
      password: secrets(`password:${username}`),
      totpSecret: hasSecondFactor ? secrets(`totp:${username}`) : null,
    };
  });
}

/** Converts a text to the characters of user names: "Chloé" becomes "chloe", "van Houte" becomes "vanhoute". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
}
