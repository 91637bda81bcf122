import { useState } from 'react';

// An own function, as a page without a safe origin has no clipboard: it rejects as a browser that refuses does.
const write = async (text: string) => navigator.clipboard.writeText(text);

/** Copies a text. `result` is shown for a moment, and null otherwise. */
export function useCopied() {
  const [result, setResult] = useState<'Copied' | 'Not copied' | null>(null);
  const copy = (text: string) => {
    write(text).then(
      () => setResult('Copied'),
      () => setResult('Not copied'),
    );
  };
  return { result, copy, onShown: () => setResult(null) };
}
