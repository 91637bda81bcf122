import { chakra } from '@chakra-ui/react';
import { Check, Link } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';

const Done = chakra('span', { base: { display: 'inline-grid', color: 'online.fg', animation: 'stay 1.6s linear' } });

interface Props {
  /** Within this site, with its query. */
  readonly path: string;
  readonly look?: 'quiet' | 'link' | undefined;
  readonly children: string;
}

/** Copies the whole address of a page of this site; a check mark stands in its place for a moment. */
export function CopyAddress({ path, look = 'link', children }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(new URL(path, window.location.href).href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Button size={look === 'link' ? 'sm' : 'md'} look={look} onClick={copy}>
      {copied ? (
        <Done role="status" aria-label="Copied" onAnimationEnd={() => setCopied(false)}>
          <Check aria-hidden="true" />
        </Done>
      ) : (
        <Link aria-hidden="true" />
      )}
      {children}
    </Button>
  );
}
