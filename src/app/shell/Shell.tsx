import { chakra } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pageSubject } from '#domain/addresses';
import { useBrowserStorage } from '#ui/browserStorage';
import { focusHeading } from '#ui/useKeptFocus';
import { useMedia } from '#ui/useMedia';
import { AccountMenu } from './AccountMenu.tsx';
import { Drawer } from './Drawer.tsx';
import { Foot, type Footer } from './Foot.tsx';
import type { MenuEntry } from './menuEntry.ts';
import { MENU_ID, MOBILE_BELOW_PX, WIDE_FROM_PX } from '#ui/shellSizes';
import { URGENT_HEIGHT } from '#ui/Urgent';
import { Sidebar } from './Sidebar.tsx';
import { SidebarNav } from './SidebarNav.tsx';
import { TopBar } from './TopBar.tsx';
import { useFreeCorner } from './useFreeCorner.ts';

const Grid = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    height: '100dvh',
    bg: 'bg.shell',
    color: 'fg',
  },
});

const Skip = chakra('a', {
  base: {
    position: 'fixed',
    insetStart: '12px',
    top: '8px',
    zIndex: 'toast',
    px: '12px',
    py: '8px',
    borderRadius: 'control',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    '&:not(:focus)': { clipPath: 'inset(50%)' },
  },
});

/** The position of the sheet in the grid. */
const PLACE = { gridRow: 2, gridColumn: '-2 / -1' } as const;

const Sheet = chakra('main', {
  base: {
    ...PLACE,
    position: 'relative',
    minWidth: 0,
    minHeight: 0,
    overflow: 'auto',
    bg: 'bg.panel',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: { md: 'sheet' },
    borderInlineWidth: { base: 0, md: '1px' },
    mr: { md: '8px' },
    outline: 'none',
    // Space for a panel next to the screen.
    '&[data-beside]': { lg: { pe: '364px' } },
  },
  variants: {
    past: { true: { borderWidth: '3px', borderInlineWidth: '3px', borderColor: 'bg.inverse' } },
  },
});

// Toasts are over the sheet, not over the time bar, whose buttons they would cover.
const Corner = chakra('div', {
  base: {
    ...PLACE,
    position: 'relative',
    zIndex: 'toast',
    alignSelf: 'end',
    justifySelf: 'end',
    mx: '16px',
    mb: `calc(76px + var(${URGENT_HEIGHT}, 0px))`,
    '&[data-corner^=start]': { justifySelf: 'start' },
    '&[data-corner$=start]': { alignSelf: 'start', mt: '16px', mb: 0 },
  },
});

// This area has the height of the gap between the sheet and the edge of the window.
const Below = chakra('div', { base: { gridRow: 3, gridColumn: '-2 / -1', minWidth: 0, minHeight: { md: '8px' } } });

// The height of the notices is taken from the sheet. Several notices scroll, so the screen above keeps most of the height.
const Lane = chakra('div', {
  base: {
    display: 'grid',
    gap: '8px',
    // In a low window, the height is enough for two lines and the buttons of a notice.
    maxHeight: 'max(30dvh, min(40dvh, 120px))',
    overflowY: 'auto',
    p: '8px',
    ps: { md: 0 },
    _empty: { display: 'none' },
    '@media (max-height: 400px)': { p: 0 },
  },
});

export interface ShellProps {
  readonly product: string;
  readonly menu: readonly MenuEntry[];
  /** Title of the current route; the page's only h1. */
  readonly title: string;
  /** The device of the route, shown in the heading and in the title of the browser tab, so several tabs can be distinguished. */
  readonly of?: string | null | undefined;
  readonly person: { readonly name: string; readonly leaving: string };
  /** The age of the data, in the top bar. */
  readonly age: ReactNode;
  /** The button in the top bar that opens the timeline. */
  readonly timeButton?: ReactNode;
  readonly footer: Footer;
  readonly onNavigate: (path: string) => void;
  readonly onLogOut: () => void;
  /** Opens the list of keyboard shortcuts. */
  readonly onKeys?: (() => void) | undefined;
  /** Whether the screens show a past moment; the sheet then has a frame in the inverse background colour. */
  readonly past?: boolean | undefined;
  /** Banners above the screen on every route, visible while a past moment or a recording is shown. */
  readonly banner?: ReactNode;
  /**
   * Notices below the screen, because notices that appear and disappear must not move its content, above all Stop. Elements that render nothing take no space.
   */
  readonly notices?: ReactNode;
  /** Toasts over the lower right corner of the sheet. */
  readonly toasts?: ReactNode;
  /** The time bar to the right of the footer. */
  readonly timeBar?: ReactNode;
  readonly children: ReactNode;
}

const MINI_KEY = 'sidebar';

function useMini() {
  const remember = useBrowserStorage();
  const roomy = useMedia(`(min-width: ${WIDE_FROM_PX}px)`);
  const [chosen, setChosen] = useState(() => remember.get(MINI_KEY) === 'mini');
  const toggle = () => {
    remember.set(MINI_KEY, chosen ? 'wide' : 'mini');
    setChosen(!chosen);
  };
  return { mini: chosen || !roomy, toggle: roomy ? toggle : undefined };
}

/**
 * Scrolls the sheet to the top and closes the drawer on a change of the route or of its subject. A change of the route also focuses the heading, from which Tab
 * continues, unless the focus is in the time bar, which belongs to all routes. Also closes the drawer when the window becomes wide.
 */
function useRouteChange(wide: boolean) {
  const { pathname, search } = useLocation();
  const page = `${pathname}?${pageSubject(new URLSearchParams(search))}`;
  // The page on which the drawer was opened. The drawer closes in the same render as the page, so its opener does not take the focus.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const sheet = useRef<HTMLElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (sheet.current !== null) sheet.current.scrollTop = 0;
  }, [page]);
  useEffect(() => {
    if (shown.current !== pathname && below.current?.contains(document.activeElement) !== true) focusHeading();
    shown.current = pathname;
  }, [pathname]);
  useEffect(() => setDrawerAt(null), [page, wide]);
  const setDrawer = (isOpen: boolean) => setDrawerAt(isOpen ? page : null);
  return { sheet, below, drawer: drawerAt === page, setDrawer };
}

/** Renders toasts in a corner of the sheet where they cover neither the pagination of a table nor Stop. */
function Notices({ sheet, children }: { readonly sheet: RefObject<HTMLElement | null>; readonly children: ReactNode }) {
  const notices = useRef<HTMLDivElement>(null);
  const corner = useFreeCorner(notices, sheet);
  return (
    <Corner ref={notices} data-corner={corner} data-screen-only>
      {children}
    </Corner>
  );
}

/** Renders the frame of every signed-in screen: a grid of sidebar or drawer, top bar, sheet, notices, timeline and footer. All data are passed as props. */
export function Shell(props: ShellProps) {
  const { product, menu, footer, onNavigate, timeBar } = props;
  const wide = useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`);
  const { mini, toggle } = useMini();
  const { sheet, below, drawer, setDrawer } = useRouteChange(wide);
  return (
    <Grid data-unrolled gridTemplateColumns={wide ? 'auto minmax(0, 1fr)' : 'minmax(0, 1fr)'}>
      <title>{`${props.of == null ? '' : `${props.of}, `}${props.title} - ${product}`}</title>
      <Skip href="#sheet" data-screen-only>
        Skip to content
      </Skip>
      <Skip href={`#${MENU_ID}`} data-screen-only>
        Skip to menu
      </Skip>
      {wide && <Sidebar product={product} menu={menu} footer={footer} mini={mini} onMini={toggle} />}
      <TopBar
        title={props.title}
        of={props.of}
        age={
          <>
            {props.timeButton}
            {props.age}
          </>
        }
        onMenu={wide ? undefined : () => setDrawer(true)}
        account={<AccountMenu {...props.person} onKeys={props.onKeys} onNavigate={onNavigate} onLogOut={props.onLogOut} />}
      />
      <Sheet ref={sheet} id="sheet" data-unrolled tabIndex={-1} past={props.past}>
        {props.banner}
        {props.children}
      </Sheet>
      <Notices sheet={sheet}>{props.toasts}</Notices>
      <Below ref={below} data-screen-only>
        <Lane>{props.notices}</Lane>
        {timeBar}
      </Below>
      <Drawer open={drawer && !wide} product={product} onClose={() => setDrawer(false)}>
        <SidebarNav menu={menu} mini={false} onSamePath={() => setDrawer(false)} />
        <Foot {...footer} />
      </Drawer>
    </Grid>
  );
}
