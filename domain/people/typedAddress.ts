/** Returns the e-mail address of what a person typed or pasted: "An Peeters <An@Example.org>" gives "an@example.org". Source: TYPED1. */
export function typedAddress(typed: string): string {
  const inBrackets = /<([^<>]*)>\s*$/.exec(typed)?.[1];
  return (inBrackets ?? typed)
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
}

/** Returns the digits of a one-time code as apps show it, "246 153" gives "246153". Source: TYPED1. */
export const typedCode = (typed: string): string => typed.replaceAll(/\D/g, '');
