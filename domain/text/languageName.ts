const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Formats a language tag with its English name: `Dutch (nl)`; an invalid or unknown tag is left unchanged. */
export function languageName(language: string): string {
  try {
    const name = names.of(language);
    return name === undefined ? language : `${name} (${language})`;
  } catch {
    return language;
  }
}
