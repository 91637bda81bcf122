import { Copy } from 'lucide-react';
import { CopyMark } from './CopyMark.tsx';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './useCopied.ts';

interface Props {
  readonly text: string;
  /** What is copied, e.g. 'serial': names the button 'Copy serial'. */
  readonly what: string;
}

/** Copies a text; the result replaces the icon for a moment. */
export function CopyButton({ text, what }: Props) {
  const { copy, ...mark } = useCopied();
  return (
    <IconButton size="sm" aria-label={`Copy ${what}`} onClick={() => copy(text)}>
      <CopyMark {...mark}>
        <Copy aria-hidden="true" />
      </CopyMark>
    </IconButton>
  );
}
