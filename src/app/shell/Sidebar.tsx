import { chakra } from '@chakra-ui/react';
import { PanelLeft } from 'lucide-react';
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '#ui/IconButton';
import { Logo } from '#ui/Logo';
import type { Footer } from './Foot.tsx';
import { Foot } from './Foot.tsx';
import type { MenuEntry } from './menuEntry.ts';
import { MENU_ID, SIDEBAR_MINI_PX, SIDEBAR_PX } from '#ui/shellSizes';
import { SidebarNav } from './SidebarNav.tsx';

const Column = chakra('aside', { base: { gridRow: '1 / -1', position: 'relative', zIndex: 'drawer' } });
const Body = chakra('div', {
  base: {
    position: 'absolute',
    insetBlock: 0,
    insetStart: 0,
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.shell',
    overflow: 'hidden',
    transition: 'width 160ms ease-out',
  },
  variants: {
    over: { true: { boxShadow: 'popup', borderInlineEnd: '1px solid', borderColor: 'border' } },
  },
});
const Brand = chakra('div', {
  base: { display: 'flex', alignItems: 'center', flex: 'none', height: { base: '56px', lg: '52px' }, ps: '20px', pe: '16px' },
  variants: { mini: { true: { ps: '28px', pe: 0 } } },
});

interface Props {
  readonly product: string;
  readonly menu: readonly MenuEntry[];
  readonly footer: Footer;
  readonly mini: boolean;
  /** Collapses or expands the sidebar; undefined if the window width alone decides this. */
  readonly onMini: (() => void) | undefined;
}

/** Renders the sidebar: 260 px wide, or 80 px and expanded over the sheet on hover or focus. */
export function Sidebar({ product, menu, footer, mini, onMini }: Props) {
  const { pathname } = useLocation();
  const [over, setOver] = useState(false);
  useEffect(() => setOver(false), [pathname]);
  const byMouse = (value: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') setOver(value);
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOver(false);
  };
  const icons = mini && !over;
  return (
    <Column
      style={{ width: mini ? SIDEBAR_MINI_PX : SIDEBAR_PX }}
      data-mini={mini}
      data-expanded={!icons}
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
      onFocus={() => setOver(true)}
      onBlur={leave}
    >
      <Body over={mini && over} style={{ width: icons ? SIDEBAR_MINI_PX : SIDEBAR_PX }}>
        <Brand mini={icons}>
          <Logo name={icons ? undefined : product} />
          {!icons && onMini && (
            <chakra.span ml="auto">
              <IconButton aria-label={mini ? 'Keep sidebar open' : 'Collapse sidebar'} onClick={onMini}>
                <PanelLeft aria-hidden="true" />
              </IconButton>
            </chakra.span>
          )}
        </Brand>
        <SidebarNav id={MENU_ID} menu={menu} mini={icons} />
        <Foot {...footer} mini={icons} />
      </Body>
    </Column>
  );
}
