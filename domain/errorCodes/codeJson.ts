/** Parses a JSON file of error codes into codes with their lines, and writes a catalogue as such a file. */

import { errorCodeText } from '#contract/errorCode';
import { z } from '#contract/schema';
import { byCode, codeText, type ErrorCatalogue } from './errorCode.ts';
import type { ErrorTexts } from './errorCodeTexts.ts';

/** A code in a file: the line on which it begins, and a text in each of the file's languages; '' means no text. */
export interface FileCode {
  readonly line: number;
  readonly code: string;
  readonly texts: ErrorTexts;
}

/** A rejected line of a file, with the reason. */
export interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

/**
 * A parsed file of error codes, unchecked: its languages including `development`, each with the line that names it, its codes, and its unreadable
 * parts.
 */
export interface CodeFile {
  readonly languages: readonly { readonly line: number; readonly name: string }[];
  readonly codes: readonly FileCode[];
  readonly problems: readonly LineProblem[];
}

const catalogueShape = z.object({ error_codes: z.record(z.string(), z.unknown()) });
const SHAPE = 'The file must be {"error_codes": {"0x0a010023": {"description": {"development": "…", "en": "…"}}}}.';
/** Nesting depth of the codes: at the top level of the file, and within `error_codes`. */
const CODE_DEPTH = 2;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|\n|[^\s"{}[\]:,]+/g;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the name of each code in a valid file together with its line, in the order of the file; a repeated name is returned repeatedly. */
function codeLines(text: string): readonly { readonly line: number; readonly code: string }[] {
  const found: { line: number; code: string }[] = [];
  const path: string[] = [];
  let [line, before, isName] = [1, '', false];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') line += 1;
    else if (token === '{' || token === '[') {
      path.push(before);
      isName = token === '{';
    } else if (token === '}' || token === ']') path.pop();
    else if (token === ',') isName = true;
    else if (token === ':') isName = false;
    else if (isName && token.startsWith('"')) {
      before = String(parsed(token));
      if (path.length === CODE_DEPTH && path[1] === 'error_codes') found.push({ line, code: before });
    }
  }
  return found;
}

/** Reads a file of error codes in JSON. Its languages are those that occur in the file. */
export function jsonCodes(text: string): CodeFile {
  const content = parsed(text);
  const file = catalogueShape.safeParse(content);
  if (!file.success)
    return { languages: [], codes: [], problems: [{ line: 1, problem: content === undefined ? 'The file is no JSON.' : SHAPE }] };
  const problems: LineProblem[] = [];
  const languages = new Map<string, number>();
  const read: FileCode[] = [];
  for (const { line, code } of codeLines(text)) {
    const entry = errorCodeText.safeParse(file.data.error_codes[code]);
    if (!entry.success) problems.push({ line, problem: `${code} has no description with texts.` });
    else {
      const texts = Object.entries(entry.data.description).map(
        ([name, one]) => [name.trim(), one.replaceAll(/\r\n?/g, '\n').trim()] as const,
      );
      for (const [name] of texts) if (!languages.has(name)) languages.set(name, line);
      read.push({ line, code: code.trim(), texts: Object.fromEntries(texts) });
    }
  }
  const none = Object.fromEntries([...languages.keys()].map((name) => [name, '']));
  const codes = read.map((one) => ({ ...one, texts: { ...none, ...one.texts } }));
  return { languages: [...languages].map(([name, line]) => ({ line, name })), codes, problems };
}

/** Returns a catalogue as a JSON file, one code per line, in the format of `GET xenion/error_codes/all`. Source: CODES1. */
export function codesJson(catalogue: ErrorCatalogue): string {
  const lines = Object.entries(catalogue)
    .toSorted(([a], [b]) => byCode(a, b))
    .map(([code, { description }]) => `    ${JSON.stringify(codeText(code))}: ${JSON.stringify({ description })}`);
  return `{\n  "error_codes": {\n${lines.join(',\n')}\n  }\n}\n`;
}
