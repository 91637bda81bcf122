const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of a language by its tag, `Dutch (nl)`; what is no tag, or one nobody knows, stays as it came. */
export function languageName(language: string): string {
  try {
    const name = names.of(language);
    return name === undefined ? language : `${name} (${language})`;
  } catch {
    return language;
  }
}
