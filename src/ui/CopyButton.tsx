import { Copy } from 'lucide-react';
import { CopyMark } from './CopyMark.tsx';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './useCopied.ts';

interface Props {
  readonly text: string;
  /** What is copied, e.g. 'serial': names the button 'Copy serial'. */
  readonly what: string;
}

/** Copies a text; what came of it stands in its place for a moment. */
export function CopyButton({ text, what }: Props) {
  const { copy, ...told } = useCopied();
  return (
    <IconButton size="sm" aria-label={`Copy ${what}`} onClick={() => copy(text)}>
      <CopyMark {...told}>
        <Copy aria-hidden="true" />
      </CopyMark>
    </IconButton>
  );
}
