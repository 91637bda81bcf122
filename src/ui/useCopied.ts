import { useState } from 'react';
import { useAnnounce } from './announcements.tsx';

// Async, so a page without a secure context, which has no clipboard, rejects like a browser that denies access.
const write = async (text: string) => navigator.clipboard.writeText(text);

/** Returns a function that copies a text to the clipboard, and its `result`, which is set for a short time and announced, otherwise null. */
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
