const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A URL may contain an unescaped "%".
    return text;
  }
};

/** Returns the first value of a parameter in a URL query (`serial=LF-01&tab=2`, with or without a leading "?"); '' if it is missing. */
export function queryParameter(search: string, name: string): string {
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [key = '', ...value] = part.split('=');
    if (decoded(key) === name) return decoded(value.join('='));
  }
  return '';
}
