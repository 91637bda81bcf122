import { Copy } from 'lucide-react';
import { CopyMark } from './CopyMark.tsx';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './useCopied.ts';

interface Props {
  readonly text: string;
  /** The name of the copied text, e.g. 'serial' for a button labelled 'Copy serial'. */
  readonly what: string;
}

/** Renders a button that copies a text; the result briefly replaces the icon. */
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
