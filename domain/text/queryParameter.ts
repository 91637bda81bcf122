const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not everyone who writes an address escapes its "%".
    return text;
  }
};

/** Returns the first value of a parameter in the query of an address (`serial=LF-01&tab=2`, with or without a leading "?"); '' without one. */
export function queryParameter(search: string, name: string): string {
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [key = '', ...value] = part.split('=');
    if (decoded(key) === name) return decoded(value.join('='));
  }
  return '';
}
