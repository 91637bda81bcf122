/** The top bar: subject and title of the page, age of the data, and account menu. */

import { chakra } from '@chakra-ui/react';
import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/IconButton';
import { MENU_ID } from '#ui/shellSizes';

const Bar = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '4px', md: '16px' },
    minWidth: 0,
    height: { base: '56px', lg: '52px' },
    ps: { base: '4px', md: '24px' },
    pe: { base: '8px', md: '16px' },
  },
});
const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;
/** On a phone, the subject of the page is above its title; each is truncated if necessary. */
const Heading = chakra('h1', {
  base: { textStyle: 'route', mr: 'auto', ...cut, whiteSpace: 'nowrap' },
  variants: { hasSubject: { true: { mdDown: { lineHeight: '18px' } } } },
});
const Subject = chakra('span', { base: { mdDown: { display: 'block', ...cut } } });
const Title = chakra('span', {
  variants: {
    hasSubject: {
      true: { mdDown: { display: 'block', ...cut, fontSize: '12px', fontWeight: 400, lineHeight: '16px', color: 'fg.muted' } },
    },
  },
});
const Comma = chakra('span', { base: { mdDown: { fontSize: 0 } } });

interface Props {
  readonly title: string;
  /** The subject of the page, shown before the title; null if there is none. */
  readonly of: string | null | undefined;
  readonly age: ReactNode;
  /** Opens the drawer; undefined on screens that are at least 960 px wide. */
  readonly onMenu: (() => void) | undefined;
  readonly account: ReactNode;
}

export function TopBar({ title, of, age, onMenu, account }: Props) {
  return (
    <Bar>
      {onMenu && (
        <IconButton id={MENU_ID} aria-label="Menu" onClick={onMenu}>
          <MenuIcon aria-hidden="true" />
        </IconButton>
      )}
      <Heading hasSubject={of != null}>
        {of != null && (
          <Subject>
            {of}
            <Comma>, </Comma>
          </Subject>
        )}
        <Title hasSubject={of != null}>{title}</Title>
      </Heading>
      {age}
      {account}
    </Bar>
  );
}
