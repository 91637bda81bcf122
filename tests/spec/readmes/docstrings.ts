import path from 'node:path';

/** Length of a row, without its marks, beyond which it has the first sentence alone. */
const ROW_CHARACTERS = 210;
/** The end of a sentence: what follows begins with a capital letter, a bracket, a quotation mark or code. */
const SENTENCE_END = /(?<=[.?!][)"]?) (?=[A-Z("`[])/;
const OVERVIEW = /^(\/\*\*(?:[^*]|\*(?!\/))*\*\/)\n\n/;
const DOCSTRING = /\/\*\*(?:[^*]|\*(?!\/))*\*\//g;
const EXPORT = /^export (?:default |declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum)(?: ([\w$]+))?/gm;

/** A docstring → its first paragraph as one line. */
function paragraphOf(docstring: string): string {
  const lines = docstring
    .slice('/**'.length, -'*/'.length)
    .split('\n')
    .map((line) => line.replace(/^\s*\*(?: |$)/, '').trim());
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n(?=@)|\n\n/);
  return paragraph.replaceAll('\n', ' ');
}

/** The docstring that ends where the declaration begins, without a blank line between them. */
function docstringBefore(source: string, at: number): string | undefined {
  const before = source.slice(0, at);
  return before.endsWith('*/\n') ? before.slice(before.lastIndexOf('/**'), -1) : undefined;
}

/**
 * The docstring that describes a file: its overview (a docstring at its beginning with a blank line behind it), else that of the export
 * with the name of the file, of its first export, or the first one.
 */
function docstringOf(file: string, source: string): string {
  const exported = [...source.matchAll(EXPORT)];
  const namesake = exported.find(([, name]) => name === path.posix.parse(file).name);
  const [overview] = (OVERVIEW.exec(source) ?? []).slice(1);
  const documented = [namesake, ...exported].flatMap((found) => (found === undefined ? [] : [docstringBefore(source, found.index)]));
  return overview ?? documented.find((docstring) => docstring !== undefined) ?? source.match(DOCSTRING)?.[0] ?? '';
}

/** The names that a file exports, but for the one that it has the name of; as code, in their order. */
export function exportsOf(file: string, source: string): string {
  const own = path.posix.parse(file).name;
  const names = [...source.matchAll(EXPORT)].flatMap(([, name]) => (name === undefined || name === own ? [] : [`\`${name}\``]));
  return [...new Set(names)].join(', ');
}

/**
 * The text of a row: the first sentence of the docstring that describes the file, with the second one where both are short. The path of
 * the file is relative to its README.
 */
export function textOf(file: string, source: string): string {
  const sentences = paragraphOf(docstringOf(file, source)).split(SENTENCE_END);
  const [first = '', second] = sentences.filter((sentence) => !sentence.startsWith('Source:'));
  const both = second === undefined ? first : `${first} ${second}`;
  return (file.length + both.length > ROW_CHARACTERS ? first : both).replaceAll('|', String.raw`\|`);
}
