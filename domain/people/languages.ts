/** Languages of accounts: tags (BCP 47), names, the offered ones, and the reason why one cannot be removed. */

import { screenAddress, tableFilter } from '../addresses.ts';
import { fieldTextProblem } from '../text/fieldText.ts';
import { countText } from '../text/labels.ts';

/** A language, as the server lists it. */
interface Language {
  readonly id: string;
  readonly archived?: boolean | null | undefined;
}

const FORM = 'A language tag is a language, and a region where it matters, such as nl-BE or en.';

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** Returns a typed language tag in its canonical form (BCP 47): `NL-be` becomes `nl-BE`; an invalid one is returned unchanged. Source: LANG1. */
export const languageTag = (typed: string): string => parsed(typed.trim())?.toString() ?? typed.trim();

/** Returns the name of a language in English; undefined for a tag without a known language. */
export function englishName(tag: string): string | undefined {
  const locale = parsed(tag);
  if (locale === undefined) return undefined;
  const isKnown = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(locale.language) !== undefined;
  return isKnown ? new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' }).of(tag) : undefined;
}

/** Returns the initial name of a language, in that language; '' for an unknown one. */
export function ownName(tag: string): string {
  if (englishName(tag) === undefined) return '';
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? '';
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Returns why the tag of a new language is invalid; undefined if it is valid. Used by console and server. Source: LANG1. */
export function newLanguageProblem(tag: string, known: readonly Language[]): string | undefined {
  const locale = parsed(tag);
  // Extensions define the format of numbers and calendars, not the language.
  if (locale === undefined || locale.baseName !== locale.toString()) return FORM;
  if (locale.toString() !== tag) return `Write it as ${locale.toString()}.`;
  if (englishName(tag) === undefined) return `No language has the tag ${locale.language}.`;
  return known.some(({ id }) => id === tag) ? 'This language exists already.' : undefined;
}

/** Returns why the name of a language is invalid; undefined if it is valid. Used by console and server. Source: LANG1. */
export const languageNameProblem = (name: string): string | undefined => fieldTextProblem(name, { label: 'Name', isRequired: true });

/** Returns the languages that a person may choose: those that are not archived, and the person's current one. Source: LANG2. */
export const selectableLanguages = <T extends Language>(languages: readonly T[], kept = ''): readonly T[] =>
  languages.filter(({ id, archived }) => archived !== true || id === kept);

/** Maximum number of addresses that a refusal names. */
const NAMED = 10;

/** Returns why a language cannot be removed: the accounts that use it; undefined if no account uses it. Source: LANG3. */
export function languageUsedText(id: string, emails: readonly string[]): string | undefined {
  if (emails.length === 0) return undefined;
  const count = countText(emails.length, 'account');
  const more = emails.length > NAMED ? ' …' : '';
  return `${id} is the language of ${count}: ${emails.toSorted().slice(0, NAMED).join(', ')}${more}.`;
}

/** The refusal of a change that would leave no language to choose. Source: LANG3. */
export const LAST_LANGUAGE = 'One language must stay: add or restore another one first.';

/** Returns the links to the lists of people who have a language. */
export const peopleOfLanguage = (id: string): readonly { readonly label: string; readonly to: string }[] =>
  [
    ['system_admins', 'System Admins', 'system-admins'],
    ['license_support_engineers', 'License Support Engineers', 'license-support-engineers'],
    ['organisation_users', 'Organisation Users', 'organisation-users'],
  ].map(([tab = '', label = '', table = '']) => ({
    label,
    to: screenAddress('/users', { tab, ...tableFilter(table, 'locale', id) }),
  }));
