import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronRight, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { addressOf, currentGroup, currentLink, type MenuEntry, type MenuLink } from './menuEntry.ts';

const Nav = chakra('nav', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1px',
    flex: 1,
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    p: '4px 12px 12px',
    color: 'fg.muted',
    outline: 'none',
  },
  variants: { mini: { true: { p: '4px 16px 12px', '--icon': '20px' } } },
});

/** The style of links and buttons. */
const line = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  flex: 'none',
  width: '100%',
  height: { base: '44px', lg: '34px' },
  px: '8px',
  borderRadius: 'control',
  whiteSpace: 'nowrap',
  textAlign: 'start',
  outlineOffset: '-2px',
  transition: 'background-color 120ms ease-out',
  _hover: { bg: 'bg.muted', color: 'fg' },
  '&[aria-current=page]': { bg: 'bg.emphasized', color: 'fg', fontWeight: 600, '--mark': 'var(--o-colors-accent-fg)' },
} as const;
const square = { width: '48px', height: '44px', justifyContent: 'center', px: 0 } as const;
const Entry = chakra(NavLink, { base: line, variants: { mini: { true: square } } });
const GroupButton = chakra('button', {
  base: { ...line, '&[aria-expanded=true]': { color: 'fg', fontWeight: 500 } },
  variants: { mini: { true: { ...square, '&[data-current]': { bg: 'bg.emphasized', color: 'accent.fg' } } } },
});
const Links = chakra('ul', {
  base: { listStyle: 'none', m: '0 0 6px 15px', ps: '11px', borderInlineStart: '1px solid', borderColor: 'border' },
});
const SubLink = chakra(Link, {
  base: {
    ...line,
    height: { base: '44px', lg: '32px' },
    '&[aria-current=page]::before': {
      content: '""',
      position: 'absolute',
      insetStart: '-12px',
      insetBlock: '7px',
      width: '2px',
      borderRadius: '2px',
      bg: 'accent.fg',
    },
  },
});
/** The colour of an icon: the text colour or, in the current entry, the accent colour. */
const MARK = 'var(--mark, currentColor)';
const EndMark = chakra('span', { base: { display: 'flex', ms: 'auto', '--icon': '14px', color: 'fg.subtle' } });

interface Props {
  readonly id?: string | undefined;
  readonly menu: readonly MenuEntry[];
  /** Whether only icons are shown. */
  readonly mini: boolean;
  /** Called when a link to the current path is followed, which does not change the route. */
  readonly onSamePath?: (() => void) | undefined;
}

/** Renders the groups of the sidebar as one accordion; the group of the current route is always open. */
export function SidebarNav({ id, menu, mini, onSamePath }: Props) {
  const { pathname, search } = useLocation();
  const current = currentGroup(menu, pathname);
  const [opened, setOpened] = useState<string>();
  return (
    <Nav id={id} tabIndex={-1} aria-label="Main" mini={mini}>
      {menu.map((entry) =>
        'entries' in entry ? (
          <Group
            key={entry.label}
            entry={entry}
            pathname={pathname}
            search={search}
            held={entry.label === current}
            open={entry.label === current || entry.label === opened}
            mini={mini}
            onSamePath={onSamePath}
            onToggle={() => setOpened(entry.label === opened ? undefined : entry.label)}
          />
        ) : (
          <Entry
            key={entry.path}
            to={entry.path}
            end
            title={mini ? entry.label : undefined}
            mini={mini}
            onClick={entry.path === pathname ? onSamePath : undefined}
          >
            <entry.icon color={MARK} aria-hidden="true" />
            <span className={mini ? 'sr' : undefined}>{entry.label}</span>
          </Entry>
        ),
      )}
    </Nav>
  );
}

interface GroupProps {
  readonly entry: Extract<MenuEntry, { readonly entries: readonly MenuLink[] }>;
  readonly pathname: string;
  readonly search: string;
  /** Whether the group contains the current route and so cannot be closed. */
  readonly held: boolean;
  readonly open: boolean;
  readonly mini: boolean;
  readonly onSamePath: (() => void) | undefined;
  readonly onToggle: () => void;
}

function Group({ entry, pathname, search, held, open, mini, onSamePath, onToggle }: GroupProps) {
  const id = useId();
  const Arrow = open ? ChevronDown : ChevronRight;
  const current = currentLink(entry.entries, pathname);
  return (
    <>
      <GroupButton
        type="button"
        mini={mini}
        aria-expanded={open}
        aria-controls={open && !mini ? id : undefined}
        aria-disabled={held || undefined}
        data-current={held || undefined}
        onClick={held ? undefined : onToggle}
      >
        <entry.icon aria-hidden="true" />
        <span className={mini ? 'sr' : undefined}>{entry.label}</span>
        {!mini && (
          <EndMark>
            <Arrow aria-hidden="true" />
          </EndMark>
        )}
      </GroupButton>
      {open && !mini && (
        <Links id={id} aria-label={entry.label}>
          {entry.entries.map((link) => (
            <li key={link.path}>
              <SubLink
                to={addressOf(link, { pathname, search })}
                title={link.note}
                aria-current={link === current ? 'page' : undefined}
                onClick={link.path === pathname ? onSamePath : undefined}
              >
                {link.label}
                {link.note !== undefined && (
                  <EndMark>
                    <Lock color={MARK} aria-hidden="true" />
                  </EndMark>
                )}
              </SubLink>
            </li>
          ))}
        </Links>
      )}
    </>
  );
}
