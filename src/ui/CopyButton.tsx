import { chakra } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './IconButton.tsx';

const Done = chakra('span', { base: { display: 'inline-grid', color: 'online.fg', animation: 'stay 1.6s linear' } });

interface Props {
  readonly text: string;
  /** What is copied, e.g. 'serial': names the button 'Copy serial'. */
  readonly what: string;
}

/** Copies a text; a check mark stands in its place for a moment. */
export function CopyButton({ text, what }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <IconButton size="sm" aria-label={`Copy ${what}`} onClick={copy}>
      {copied ? (
        <Done role="status" aria-label="Copied" onAnimationEnd={() => setCopied(false)}>
          <Check aria-hidden="true" />
        </Done>
      ) : (
        <Copy aria-hidden="true" />
      )}
    </IconButton>
  );
}
