import { Link } from 'lucide-react';
import { Button } from './Button.tsx';
import { CopyMark } from './CopyMark.tsx';
import { useCopied } from './useCopied.ts';

interface Props {
  /** A path within this site, with its query. */
  readonly path: string;
  readonly variant?: 'quiet' | 'link' | undefined;
  readonly children: string;
}

/** Renders a button that copies the absolute URL of a page of this site; the result briefly replaces the icon. */
export function CopyAddress({ path, variant = 'link', children }: Props) {
  const { copy, ...mark } = useCopied();
  return (
    <Button size={variant === 'link' ? 'sm' : 'md'} variant={variant} onClick={() => copy(new URL(path, window.location.href).href)}>
      <CopyMark {...mark}>
        <Link aria-hidden="true" />
      </CopyMark>
      {children}
    </Button>
  );
}
