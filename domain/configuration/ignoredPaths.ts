/** The parameters that a comparison of two configurations ignores, recognised by their words: those of the specification, and secrets. */

/** A group of parameters that are expected to differ between devices. */
export interface IgnoredPath {
  readonly what: string;
  readonly isOf: (path: PathWords) => boolean;
}

/** A `key_value`, split into words: `Mqtt.yaml/keyFile` → `mqtt / key file`. */
interface PathWords {
  /** The parts of the path, each as lower-case words separated by single spaces; the file has no extension. */
  readonly parts: readonly string[];
  /** The last part: the name of the parameter without its sections. */
  readonly last: string;
  /** All words of the path. */
  readonly all: string;
}

const wordsOf = (part: string): string =>
  part
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function pathWords(keyValue: string): PathWords {
  const parts = keyValue
    .split('/')
    .map((part, index) => wordsOf(index === 0 ? part.replace(/\.(?:ya?ml|json|ini|cfg|conf|toml)$/i, '') : part));
  return { parts, last: parts.at(-1) ?? '', all: parts.filter((part) => part !== '').join(' ') };
}

/** Words that may follow the name of a calibrated value without changing its meaning. */
const AMOUNT = '(?: (?:offset|bias|correction|trim|zero|calibration))?(?: (?:rad|deg|degrees|radians))?$';
const SECRET_LAST =
  /(?:^| )(?:password|passwd|passphrase|pwd|secret|psk|token|credentials?|(?:api|private|secret|ssh|access|host) key|(?:key|private|cert|certificate) (?:file|path))$/;

/**
 * The parameters that a comparison ignores, recognised by their words in any notation: with slashes, dots, underscores or capitals. They are the
 * seven of the specification, and secrets, which are never shown. Source: FLEET-065..071, CONFV1.
 */
export const ignoredPaths: readonly IgnoredPath[] = [
  {
    what: 'bot serial',
    isOf: ({ all }) =>
      /(?:^| )(?:bot|robot|machine|device|vehicle|chassis) serial(?: (?:number|no|nr|id))?$|(?:^| )serial (?:number|no|nr)$/.test(all),
  },
  { what: 'cameras', isOf: ({ parts }) => parts.slice(0, -1).includes('cameras') },
  { what: 'mqtt key file', isOf: ({ all }) => /(?:^| )mqtt (?:.* )?key ?(?:file|path)$/.test(all) },
  { what: 'web robot name', isOf: ({ all }) => /(?:^| )web (?:.* )?(?:robot|bot) name$/.test(all) },
  {
    what: 'component serials',
    isOf: ({ all, parts }) =>
      parts.slice(0, -1).some((part) => /(?:^| )component serials$/.test(part)) || /(?:^| )component serials? \S/.test(all),
  },
  { what: 'imu pitch and roll', isOf: ({ all }) => new RegExp(`(?:^| )imu (?:.* )?(?:pitch|roll)${AMOUNT}`).test(all) },
  {
    what: 'steering angle encoder offset',
    isOf: ({ all }) => /(?:^| )steer(?:ing)? (?:.* )?encoder (?:offset|bias|zero)(?: (?:rad|deg|degrees|radians|ticks|counts))?$/.test(all),
  },
  { what: 'secrets', isOf: ({ last }) => SECRET_LAST.test(last) },
];

/** Checks whether a comparison ignores this `key_value` (`file/parameter`). Source: FLEET-065..071, CONFV1. */
export function isIgnoredPath(keyValue: string): boolean {
  const path = pathWords(keyValue);
  return ignoredPaths.some(({ isOf }) => isOf(path));
}
