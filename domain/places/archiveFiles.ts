/** The files of a map archive: the selection of the files that belong to the map, the limits of number and size, and the texts of problems. */

/** Limits of an archive: its size and the unpacked size of all files together, in bytes, and the number of files, which exceeds that of a map's layers. */
export const ARCHIVE_LIMITS = { packedBytes: 100 * 1024 * 1024, unpackedBytes: 200 * 1024 * 1024, files: 64 } as const;

/** Texts of the problems of an archive itself. Used by every archive reader: the server, and the console before the upload. */
export const archiveProblems = {
  notZip: 'the file is not a zip',
  unreadable: 'the zip cannot be read',
  link: (name: string) => `the archive holds a link: ${name}`,
  encrypted: 'the archive is encrypted',
  badName: 'the archive holds a name that cannot be read',
  twice: (name: string) => `the archive holds ${name} twice`,
  tooManyFiles: 'the archive holds too many files',
  tooLarge: 'the archive is too large when unpacked',
} as const;

/** The problem of a file, thrown only inside the map file reader, which catches it and returns it as a value; its message names the file and the problem. */
export class MapFileProblem extends Error {}

/** Files that systems add to a folder when it is zipped, and files that people add for readers. */
const BESIDE = /^(?:\..*|thumbs\.db|desktop\.ini|(?:readme|licen[cs]e|changelog)(?:\..*)?|.*\.(?:txt|md|pdf|png|jpe?g))$/i;

const partsOf = (name: string) => name.split('/').filter((part) => part !== '' && part !== '.');
const isBeside = (parts: readonly string[]) => parts.some((part) => part === '__MACOSX') || BESIDE.test(parts.at(-1) ?? '');

/** Returns the folder that contains all files, as its path segments; empty when there is none. */
function commonFolder(files: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = files;
  const depth = first.findIndex((part, at) => at === first.length - 1 || files.some((file) => file.length <= at + 1 || file[at] !== part));
  return first.slice(0, Math.max(0, depth));
}

/**
 * Returns the files of an archive, by lower-case name without folder; omits files that Finder, Windows and authors add. Throws `MapFileProblem` with the name
 * of a file that lies outside the common folder or occurs twice.
 */
export function archiveFiles(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const kept = [...files].map(([name, text]) => ({ name, text, parts: partsOf(name) })).filter(({ parts }) => !isBeside(parts));
  const { length: depth } = commonFolder(kept.map(({ parts }) => parts));
  const found = new Map<string, string>();
  for (const { name, text, parts } of kept) {
    const [file = '', ...deeper] = parts.slice(depth);
    if (deeper.length > 0) throw new MapFileProblem(`${name} lies in a folder of its own: all files of a map lie in one`);
    if (found.has(file.toLowerCase())) throw new MapFileProblem(`the zip holds ${file.toLowerCase()} twice`);
    found.set(file.toLowerCase(), text);
  }
  return found;
}
