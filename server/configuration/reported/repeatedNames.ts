const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Returns the name of a key in quotes; the key itself when it is not written as JSON. */
function nameOf(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}

/**
 * Returns the keys that occur twice in the object `config` of a message: a parser keeps the last one silently. In a text that deviates from standard
 * JSON, only the parts that match it are searched.
 */
export function repeatedNames(text: string): readonly string[] {
  const path: (string | null)[] = [];
  const found = new Map<string, number>();
  let key: string | null = null;
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':') {
      key = nameOf(last);
      if (path.length === 2 && path[1] === 'config') found.set(key, (found.get(key) ?? 0) + 1);
    } else if (token === '{' || token === '[') {
      path.push(key);
      key = null;
    } else if (token === '}' || token === ']') path.pop();
    else if (token === ',') key = null;
    last = token;
  }
  return [...found].filter(([, count]) => count > 1).map(([name]) => name);
}
