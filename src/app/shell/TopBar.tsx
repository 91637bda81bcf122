/** The top bar: subject and title of the page, age of the data, account menu. */

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
    '& h1': { textStyle: 'route', mr: 'auto', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    // On a phone the subject of the page stands above its title, each cut if necessary.
    mdDown: {
      '& h1:has(.of)': { lineHeight: '18px', '& > span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } },
      '& .of ~ .title': { fontSize: '12px', fontWeight: 400, lineHeight: '16px', color: 'fg.muted' },
      '& .comma': { fontSize: 0 },
    },
  },
});

interface Props {
  readonly title: string;
  /** The subject of the page, before the title. */
  readonly of: string | null | undefined;
  readonly age: ReactNode;
  /** Opens the drawer, below 960 px. */
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
      <h1>
        {of != null && (
          <span className="of">
            {of}
            <span className="comma">, </span>
          </span>
        )}
        <span className="title">{title}</span>
      </h1>
      {age}
      {account}
    </Bar>
  );
}
