import { chakra } from '@chakra-ui/react';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#ui/Badge';

const Pair = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' } });

interface Props {
  readonly of: { readonly archived?: boolean | null | undefined };
  /** The name of the entity. */
  readonly children: ReactNode;
}

/** Renders a name, followed by a badge if the entity is archived. */
export function WithArchived({ of: { archived }, children }: Props) {
  if (archived !== true) return children;
  return (
    <Pair>
      {children}
      <Badge tone="idle" icon={Archive}>
        Archived
      </Badge>
    </Pair>
  );
}
