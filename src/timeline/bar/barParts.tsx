/** The styled parts of the timeline's bar, and how much of its row each part takes at each width and height of the window. */

import { chakra } from '@chakra-ui/react';
import { ToolButton } from '#ui/ToolButton';

/** If there is only one row, it has room for the words. */
const WIDE = '@media (min-width: 1440px) and (min-height: 501px)';
/** A phone in landscape. */
const VERY_LOW = '@media (max-height: 400px)';
/** A height as at a zoom of 400 %: only one row with play, track and exit is shown. */
const LOWEST = '@media (max-height: 300px)';
/** Only two rows fit next to a screen. */
const NARROWEST = '@media (max-width: 359px)';

const none = { display: 'none' } as const;
const worded = { width: 'auto', minWidth: '36px', px: '4px', height: '36px' } as const;

export const Region = chakra('section', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: { base: '4px', md: '6px' },
    px: '12px',
    py: { base: '4px', md: '8px' },
    color: 'fg',
    '&:focus-visible': { outlineOffset: '-2px' },
    mdDown: { gap: '6px' },
    [WIDE]: { '--word': 'block' },
    // There is only room for the controls that move the moment and, unless the screen is even lower, for the span and the meaning of its marks.
    [VERY_LOW]: { '--choice': 'none' },
    [LOWEST]: { gridTemplateColumns: 'auto minmax(0, 1fr)', '--legend': 'none', '--times': 'none', '--track': '2.75rem' },
  },
});

export const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: { base: '12px', xl: '16px' },
    rowGap: { md: '4px' },
    // The padding of its first button aligns the icon with the track; 4 px are left for the focus ring.
    ms: { md: '-8px' },
    // A phone has one row with the controls that move the moment and the exit, then the tools, as many per row as fit. The moment is shown below the track.
    mdDown: { columnGap: 0, rowGap: '6px' },
    [LOWEST]: { flexWrap: 'nowrap' },
  },
});

export const MomentName = chakra('span', {
  base: { fontSize: '16px', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', mdDown: none, [LOWEST]: none },
});
/** If there is only one row, it has no room for the date, which the banner and the legend show. */
export const MomentDate = chakra('span', { base: { display: { lg: 'none', xl: 'inline' } } });
/** Every word has the same width, so that adjacent elements do not move. */
export const Place = chakra('span', {
  base: { minWidth: '36px', color: 'fg.muted', whiteSpace: 'nowrap', mdDown: none, [LOWEST]: none },
});
export const Problem = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: '6px', color: 'fg.muted', [LOWEST]: none } });

/** The buttons that play and step. */
export const PlayGroup = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '2px', mdDown: { order: -1, flex: 'none' } },
});
export const StepTool = chakra(ToolButton, { base: { [WIDE]: worded, [LOWEST]: none } });
export const PlayTool = chakra(ToolButton, {
  base: { bg: 'bg.inverse', color: 'fg.inverse', borderRadius: 'full', _hover: { bg: 'bg.inverse', color: 'fg.inverse' } },
});

/** The end of the row: speed and tools. */
export const End = chakra('span', { base: { display: { base: 'contents', md: 'flex' }, alignItems: 'center', gap: '8px', ml: 'auto' } });
/** The usual background of controls is that of the shell behind them. */
const onShell = { '--o-colors-bg-muted': 'var(--o-colors-bg-emphasized)' } as const;
export const OnShell = chakra('span', { base: { display: 'contents', ...onShell } });
export const Speed = chakra('span', {
  base: {
    ...onShell,
    width: { base: '104px', lg: '96px' },
    mdDown: { order: -1, flex: 'none', width: '72px', ml: 'auto' },
    [NARROWEST]: none,
    [VERY_LOW]: none,
  },
});
export const Tools = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: { md: '2px' }, minWidth: 0, mdDown: { display: 'contents' } },
});
export const Tool = chakra(ToolButton, {
  base: {
    '&[aria-pressed=true]': { bg: 'bg.emphasized' },
    mdDown: { flex: '1 0 44px', width: 'auto' },
    [WIDE]: worded,
    [VERY_LOW]: none,
  },
});
/** There is no space for another tool on a small phone. */
export const SkipTool = chakra(Tool, { base: { '@media (max-width: 374px)': none } });
export const CloseTool = chakra(ToolButton, {
  base: { ml: { md: '6px' }, mdDown: { order: -1, flex: 'none', width: '44px' }, [WIDE]: worded },
});

/** The reason for a failed action, shown above the buttons, because a line between them would move them. */
export const ToolAlert = chakra('span', {
  base: {
    position: 'absolute',
    insetEnd: { base: '12px', md: '16px' },
    bottom: 'calc(100% - 4px)',
    zIndex: 'sticky',
    maxWidth: '420px',
    px: '12px',
    py: '8px',
    borderRadius: 'control',
    bg: 'bg.inverse',
    color: 'fg.inverse',
  },
});

/** Styles that the bar adds to components that other views use too: to `Button` for Live, and to `MomentField` for "Go to time". */
export const barLooks = {
  live: { me: '6px', bg: 'bg.emphasized', mdDown: { flex: 'none', width: '44px', px: 0 }, [LOWEST]: none },
  goTo: {
    flex: 'none',
    width: { base: '196px', lg: '164px' },
    height: { lg: '28px' },
    bg: 'bg.emphasized',
    mdDown: { flex: '1 0 190px', width: 'auto' },
    [VERY_LOW]: none,
  },
} as const;
