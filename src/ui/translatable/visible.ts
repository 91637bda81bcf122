/** Properties with texts that users read; `value` is what they type, and is not changed. */
const READ = ['children', 'title', 'alt', 'aria-label', 'placeholder'] as const;

// Embeddings, overrides and isolates change the direction of adjacent text; zero-width spaces make two names look the same. Line breaks and tabs are layout,
// and marks and joiners belong to languages.
const HIDDEN = /[\p{Cc}\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');
const LAYOUT = /[\t\n\r]/;

/**
 * Returns a text with every hidden character replaced by its code point, `[U+202E]`, so that a text from a device or another server cannot look like another
 * text.
 */
export const visibleText = (text: string): string =>
  HIDDEN.test(text)
    ? text.replaceAll(ALL_HIDDEN, (one) =>
        LAYOUT.test(one) ? one : `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
      )
    : text;

function visibleChild(child: unknown): unknown {
  if (typeof child === 'string') return visibleText(child);
  if (!Array.isArray(child) || !child.some((one) => typeof one === 'string' && HIDDEN.test(one))) return child;
  return child.map(visibleChild);
}

/**
 * Returns the properties of an element in whose texts hidden characters are replaced by their code points (`[U+202E]`); the same object if nothing was hidden.
 */
export function visible(props: Record<string, unknown>): Record<string, unknown> {
  let shown = props;
  for (const name of READ) {
    const given = props[name];
    const made = given === undefined ? given : visibleChild(given);
    if (made !== given) shown = { ...shown, [name]: made };
  }
  return shown;
}
