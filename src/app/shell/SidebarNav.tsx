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
    '& a, & button': {
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
    },
    '& .arrow': { ml: 'auto', width: '14px', height: '14px', color: 'fg.subtle' },
    '& button[aria-expanded=true]': { color: 'fg', fontWeight: 500 },
    '& ul': { listStyle: 'none', m: '0 0 6px 15px', ps: '11px', borderInlineStart: '1px solid', borderColor: 'border' },
    '& ul a': { height: { base: '44px', lg: '32px' } },
    '& [aria-current=page]': { bg: 'bg.emphasized', color: 'fg', fontWeight: 600 },
    '& [aria-current=page] .lucide': { color: 'accent.fg' },
    '& ul [aria-current=page]::before': {
      content: '""',
      position: 'absolute',
      insetStart: '-12px',
      insetBlock: '7px',
      width: '2px',
      borderRadius: '2px',
      bg: 'accent.fg',
    },
  },
  variants: {
    mini: {
      true: {
        p: '4px 16px 12px',
        '& a, & button': { width: '48px', height: '44px', justifyContent: 'center', px: 0 },
        '& .lucide': { width: '20px', height: '20px' },
        '& .word': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
        '& .arrow, & ul': { display: 'none' },
        '& [data-current]': { bg: 'bg.emphasized', color: 'accent.fg' },
      },
    },
  },
});

interface Props {
  readonly id?: string | undefined;
  readonly menu: readonly MenuEntry[];
  /** Whether only icons are shown. */
  readonly mini: boolean;
}

/** Renders the groups of the sidebar as one accordion; the group of the current route also stays open. */
export function SidebarNav({ id, menu, mini }: Props) {
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
            onToggle={() => setOpened(entry.label === opened ? undefined : entry.label)}
          />
        ) : (
          <NavLink key={entry.path} to={entry.path} title={mini ? entry.label : undefined}>
            <entry.icon aria-hidden="true" />
            <span className="word">{entry.label}</span>
          </NavLink>
        ),
      )}
    </Nav>
  );
}

interface GroupProps {
  readonly entry: Extract<MenuEntry, { readonly entries: readonly MenuLink[] }>;
  readonly pathname: string;
  readonly search: string;
  /** True for the group of the current route, which cannot be closed. */
  readonly held: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Group({ entry, pathname, search, held, open, onToggle }: GroupProps) {
  const id = useId();
  const Arrow = open ? ChevronDown : ChevronRight;
  const current = currentLink(entry.entries, pathname);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-disabled={held || undefined}
        data-current={held || undefined}
        onClick={held ? undefined : onToggle}
      >
        <entry.icon aria-hidden="true" />
        <span className="word">{entry.label}</span>
        <Arrow className="arrow" aria-hidden="true" />
      </button>
      {open && (
        <ul id={id} aria-label={entry.label}>
          {entry.entries.map((link) => (
            <li key={link.path}>
              <Link to={addressOf(link, { pathname, search })} title={link.note} aria-current={link === current ? 'page' : undefined}>
                {link.label}
                {link.note !== undefined && <Lock className="arrow" aria-hidden="true" />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
