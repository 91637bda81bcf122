import { organisationGroups, roleOf, roles, seesEverything, userTypesIn } from './rights.ts';
import { findingsOf, entryIf, type Finding, type FindingEntry } from './finding.ts';

/** An account of the identity provider. `groups` holds the user type and the authentication groups, as in the token's claim. */
export interface AccountFacts {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly groups: readonly string[];
  /** True when people with this mail domain may sign in. */
  readonly isMailAllowed: boolean;
  readonly isEnabled: boolean;
  /** Whether a second factor is set up; null when the provider does not report it. */
  readonly hasSecondFactor: boolean | null;
}

/** The reference data against which accounts are validated. */
export interface AccountsKnown {
  /** The authentication groups of the organisations. */
  readonly groups: ReadonlySet<string>;
  readonly locales: ReadonlySet<string>;
  /** Whether an external provider manages the accounts; their groups may then belong to other systems too. */
  readonly isElsewhere?: boolean;
}

type Rule = (account: AccountFacts, known: AccountsKnown) => readonly FindingEntry[];

const userType: Rule = ({ groups }) => {
  const types = userTypesIn(groups);
  const unknown = types.filter((type) => !roles.some((role) => role === type));
  return [
    ...entryIf(types.length === 0, 'error', 'The account has no user type.'),
    ...entryIf(types.length > 1, 'error', `The account has more than one user type: ${types.join(', ')}. The first one counts.`),
    ...unknown.map((type): FindingEntry => ['error', `The user type "${type}" is not known.`]),
  ];
};

const membership: Rule = ({ groups }, known) => {
  const role = roleOf(groups);
  const isStaff = seesEverything(role);
  const own = organisationGroups(groups).filter((group) => known.groups.has(group));
  const strange = organisationGroups(groups).filter((group) => !known.groups.has(group));
  return [
    ...strange.map((group): FindingEntry => [
      known.isElsewhere === true ? 'info' : 'error',
      `The group "${group}" belongs to no organisation.`,
    ]),
    ...entryIf(role !== null && !isStaff && own.length === 0, 'error', 'The account is of no organisation and sees nothing.'),
    ...(isStaff ? own : []).map((group): FindingEntry => ['info', `Staff see every organisation: the group "${group}" is not needed.`]),
  ];
};

const isBlank = (text: string): boolean => text.trim() === '';

const person: Rule = ({ name, family_name, locale }, { locales }) => [
  ...entryIf(isBlank(name), 'warning', 'The first name is missing.'),
  ...entryIf(isBlank(family_name), 'warning', 'The family name is missing.'),
  ...entryIf(isBlank(locale), 'warning', 'The locale is missing.'),
  ...entryIf(!isBlank(locale) && !locales.has(locale), 'warning', `The locale "${locale}" is not known.`),
];

const signIn: Rule = ({ isMailAllowed, isEnabled, hasSecondFactor }) => [
  ...entryIf(!isEnabled, 'info', 'The account is disabled.'),
  ...entryIf(isEnabled && !isMailAllowed, 'warning', 'The mail address is of no allowed domain: this person cannot sign in.'),
  ...entryIf(isEnabled && hasSecondFactor === false, 'info', 'The second factor is not set up yet.'),
];

const rules: readonly Rule[] = [userType, membership, person, signIn];

const resourceOf = ({ username, email, name, family_name }: AccountFacts) => {
  const fullName = `${name} ${family_name}`.trim();
  return { id: username, name: fullName === '' ? email : fullName };
};

const isWorkingAdmin = ({ groups, isEnabled, hasSecondFactor }: AccountFacts): boolean =>
  isEnabled && hasSecondFactor !== false && roleOf(groups) === 'system_admin';

const NOBODY = 'No enabled system admin has a second factor: nobody can administer.';

/** Returns the findings of the validation of accounts: first for each account, then for all together. Source: VAL2..VAL6. */
export function accountFindings(accounts: readonly AccountFacts[], known: AccountsKnown): readonly Finding[] {
  const ofEach = accounts.flatMap((account) =>
    findingsOf(
      resourceOf(account),
      rules.flatMap((rule) => rule(account, known)),
    ),
  );
  const ofAll = entryIf(!accounts.some(isWorkingAdmin), 'fatal', NOBODY);
  return [...ofEach, ...findingsOf({ name: 'All accounts', id: 'user_type:system_admin' }, ofAll)];
}
