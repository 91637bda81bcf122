import { useState } from 'react';

// An own function, as a page without a safe origin has no clipboard: it rejects as a browser that refuses does.
const write = async (text: string) => navigator.clipboard.writeText(text);

/** Copies a text. `said` is what came of it, null before and after it has been told. */
export function useCopied() {
  const [said, setSaid] = useState<'Copied' | 'Not copied' | null>(null);
  const copy = (text: string) => {
    write(text).then(
      () => setSaid('Copied'),
      () => setSaid('Not copied'),
    );
  };
  return { said, copy, onTold: () => setSaid(null) };
}
