import { useState } from 'react';

// An async function, so that a page without a secure context, which has no clipboard, rejects like a browser that denies access.
const write = async (text: string) => navigator.clipboard.writeText(text);

/** Copies a text to the clipboard. `result` is set for a short time, and null otherwise. */
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
