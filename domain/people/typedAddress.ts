/** Returns the e-mail address of what a person typed or pasted: "An Peeters <An@Example.org>;" gives "an@example.org". Source: TYPED1. */
export function typedAddress(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const inBrackets = /<([^<>]*)>[\s;,]*$/.exec(text)?.[1];
  return (
    (inBrackets ?? text)
      // Invisible characters come with a paste from a web page.
      .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
      .trim()
      .replace(/^mailto:/i, '')
      .replace(/[;,]$/, '')
      .toLowerCase()
  );
}

/** Returns the digits of a one-time code as apps show it, "246 153" gives "246153". Source: TYPED1. */
export const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '');
