/** The e-mail address and the one-time code in a text that a person typed or pasted. */

/** Returns the e-mail address in a typed or pasted text: "An Peeters <An@Example.org>;" becomes "an@example.org". Source: TYPED1. */
export function typedAddress(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const inBrackets = /<([^<>]*)>[\s;,]*$/.exec(text)?.[1];
  return (
    (inBrackets ?? text)
      // Text pasted from a web page may contain invisible characters.
      .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
      .trim()
      .replace(/^mailto:/i, '')
      .replace(/[;,]$/, '')
      .toLowerCase()
  );
}

/** Returns the digits of a one-time code as apps show it: "246 153" becomes "246153". Source: TYPED1. */
export const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '');
