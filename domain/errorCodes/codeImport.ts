import { languageName } from '../text/languageName.ts';
import type { CodeFile, FileCode, LineProblem } from './codeJson.ts';
import { codeText, type ErrorCatalogue } from './errorCode.ts';
import {
  codeTextProblem,
  DEVELOPMENT,
  developmentProblem,
  type ErrorTexts,
  isErrorCodeForm,
  languageProblem,
  newCodeProblem,
  savedTexts,
} from './errorCodeTexts.ts';

/** Maximum length of a code's text and of a language's name, in characters, and maximum number of languages of a code. */
const CODE_TEXT_LENGTH = 2_000;
const LANGUAGE_LENGTH = 35;
export const MAX_LANGUAGES = 50;

/** A text that an import changes; '' means no text. */
interface TextChange {
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

/** A code to be written: `code` is spelled as in the catalogue if it exists there. */
interface WrittenCode {
  readonly code: string;
  readonly description: ErrorTexts;
}

/** The changes that an import of a file makes to a catalogue. Nothing is imported while there are problems, which are in the order of their lines. */
export interface CodeImport {
  readonly added: readonly WrittenCode[];
  readonly changed: readonly (WrittenCode & { readonly changes: readonly TextChange[] })[];
  /** Number of unchanged codes. */
  readonly same: number;
  /** The codes of the catalogue that the file lacks. */
  readonly missing: readonly string[];
  readonly problems: readonly LineProblem[];
}

/** Returns the languages that occur in a catalogue, without `development`. */
export const catalogueLanguages = (catalogue: ErrorCatalogue): readonly string[] =>
  [...new Set(Object.values(catalogue).flatMap(({ description }) => Object.keys(description)))]
    .filter((name) => name !== DEVELOPMENT)
    .toSorted();

/** Returns why a file must not contain a language: its name is invalid, or it is neither in `known` nor a valid tag; undefined if it may. */
function fileLanguageProblem(name: string, known: ReadonlySet<string>): string | undefined {
  if (name === DEVELOPMENT || known.has(name)) return undefined;
  const unsound = languageProblem(name);
  if (unsound !== undefined) return unsound;
  const isLanguage = name !== '' && name.length <= LANGUAGE_LENGTH && languageName(name) !== name;
  return isLanguage ? undefined : `There is no language "${name}". Languages are named by their tag, for example en or nl-BE.`;
}

/**
 * Returns why a line of a file is invalid: the form of its code, its texts, or an earlier line with the same code; undefined if it is valid. `known`
 * are the texts of the code in the catalogue, undefined for a new code. Used by console and server. Source: CODES3.
 */
export function codeLineProblem(
  { code, texts }: FileCode,
  known: ErrorTexts | undefined,
  lineAbove: number | undefined,
): string | undefined {
  if (!isErrorCodeForm(code)) return newCodeProblem(code, {});
  if (lineAbove !== undefined) return `${code} stands on line ${lineAbove} already.`;
  const written = savedTexts({ ...known, ...texts });
  const missing = developmentProblem(written);
  if (missing !== undefined) return missing;
  for (const [language, text] of Object.entries(texts)) {
    const problem = codeTextProblem(text);
    if (problem !== undefined) return `${language}: ${problem}`;
    if (text.length > CODE_TEXT_LENGTH) return `${language}: The text has more than ${CODE_TEXT_LENGTH} characters.`;
  }
  return Object.keys(written).length > MAX_LANGUAGES ? `A code has at most ${MAX_LANGUAGES} languages.` : undefined;
}

const sameText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

function changesOf(known: ErrorTexts, texts: ErrorTexts): readonly TextChange[] {
  return Object.entries(texts).flatMap(([language, after]) => {
    const before = known[language] ?? '';
    return sameText(before) === after ? [] : [{ language, before, after }];
  });
}

/**
 * Returns the changes that an import of a file makes to the catalogue of error codes, and the problems of its lines. A language that is missing from the file
 * is left unchanged; one that it contains is replaced, even by an empty text. Source: CODES3, CODES4.
 */
export function codeImport(file: CodeFile, catalogue: ErrorCatalogue): CodeImport {
  const known = new Map(Object.entries(catalogue).map(([code, { description }]) => [codeText(code), { code, description }]));
  const languages = new Set(catalogueLanguages(catalogue));
  const problems: LineProblem[] = [...file.problems];
  for (const { line, name } of file.languages) {
    const problem = fileLanguageProblem(name, languages);
    if (problem !== undefined) problems.push({ line, problem });
  }
  const lines = new Map<string, number>();
  const added: WrittenCode[] = [];
  const changed: CodeImport['changed'][number][] = [];
  let same = 0;
  for (const one of file.codes) {
    const code = codeText(one.code);
    const before = known.get(code);
    const problem = codeLineProblem(one, before?.description, lines.get(code));
    if (!lines.has(code)) lines.set(code, one.line);
    if (problem !== undefined) {
      problems.push({ line: one.line, problem });
      continue;
    }
    const description = savedTexts({ ...before?.description, ...one.texts });
    const changes = before === undefined ? [] : changesOf(before.description, one.texts);
    if (before === undefined) added.push({ code, description });
    else if (changes.length > 0) changed.push({ code: before.code, description, changes });
    else same += 1;
  }
  const missing = [...known.values()].flatMap(({ code }) => (lines.has(codeText(code)) ? [] : [code]));
  return { added, changed, same, missing, problems: problems.toSorted((a, b) => a.line - b.line) };
}

/** Returns the problem of a line as text: `Line 12: …`. */
export const lineProblemText = ({ line, problem }: LineProblem): string => `Line ${line}: ${problem}`;
