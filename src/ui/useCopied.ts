import { useState } from 'react';
import { useAnnounce } from './announcements.tsx';

// An async function, so that a page without a secure context, which has no clipboard, rejects like a browser that denies access.
const write = async (text: string) => navigator.clipboard.writeText(text);

/** Copies a text to the clipboard. `result` is set for a short time, and null otherwise; it is announced. */
export function useCopied() {
  const [result, setResult] = useState<'Copied' | 'Not copied' | null>(null);
  const announce = useAnnounce();
  const show = (next: typeof result) => {
    setResult(next);
    announce(next ?? '');
  };
  const copy = (text: string) => {
    write(text).then(
      () => show('Copied'),
      () => show('Not copied'),
    );
  };
  return { result, copy, onShown: () => show(null) };
}
