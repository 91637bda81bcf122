import { chakra } from '@chakra-ui/react';
import { halvedTable, narrowTable } from './narrowTable.ts';

/** The first and the last column are aligned with the content above and below the table, which is 12 px wider than this content on each side. */
const edges = { '& :is(th, td):first-of-type': { pl: '12px' }, '& :is(th, td):last-of-type': { pr: '12px' } } as const;

/**
 * All styles of a table in one block: cells are plain elements, because styled ones render twenty times as slowly at live rates. Row backgrounds extend 12 px
 * on both sides, so text aligns with the page's title.
 */
export const TableContainer = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    '& > [role=status]': { mb: '8px' },
    '& > .scroll ~ [role=status]': { mt: '8px', mb: 0 },
    '& .scroll': { position: 'relative', overflowX: 'auto', mx: '-12px' },
    // Columns are as wide as their content; a declared width applies if there is room.
    '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: 0, textAlign: 'start' },
    '& table[data-fixed]': { tableLayout: 'fixed' },
    '& table[data-fixed] th': { minWidth: '0 !important' },
    '& col': { width: 'var(--column, auto)' },
    '@media (min-width: 1920px)': { '& table:not([data-fixed]) col': { width: 'calc(var(--column) * 1.25)' } },
    '@media (min-width: 2400px)': { '& table:not([data-fixed]) col': { width: 'calc(var(--column) * 1.6)' } },
    '& th': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      height: '34px',
      px: '12px',
      bg: 'bg.panel',
      color: 'fg.muted',
      textStyle: 'label',
      textAlign: 'start',
      whiteSpace: 'nowrap',
      borderBottom: '1px solid',
      borderColor: 'border',
    },
    '& tr.heads:has(+ tr.filters) th': { borderBottom: 0 },
    // A long head wraps, so it does not push the buttons of the rows out of view.
    '@media (min-width: 960px) and (max-width: 1599px)': {
      '& tr.heads:not(:has(+ tr.filters)) th': { whiteSpace: 'normal', lineHeight: '16px' },
    },
    '& tr.filters th': { top: '2.125rem', height: '44px', fontWeight: 400 },
    '& td': {
      height: '36px',
      px: '12px',
      borderBottom: '1px solid',
      borderColor: 'border.muted',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      // A long name must not push the other columns out of view.
      maxWidth: 'clamp(220px, 20vw, 480px)',
    },
    // The lines of a cell must not touch those of the next row; a single line is always as high as the row.
    '@media (min-width: 960px)': { '& td .wraps': { display: 'inline-block', py: '5px' } },
    // Neither the typed or selected text nor a long option changes the width of the column.
    '& tr.filters th > :is(label, span:has(> select))': { contain: 'inline-size' },
    '& [data-align=end]': { textAlign: 'end' },
    '& th[data-align=end] button.sort': { flexDirection: 'row-reverse' },
    '& th[aria-sort=ascending], & th[aria-sort=descending]': { color: 'fg', fontWeight: 600 },
    '& th button.sort': {
      // The focus ring is inside the cell, because the edge of the table would cut it off.
      px: '4px',
      mx: '-4px',
      outlineOffset: '-2px',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '4px',
      height: '32px',
      textAlign: 'inherit',
      fontWeight: 'inherit',
      borderRadius: 'check',
    },
    '& th button.sort .lucide': { width: '14px', height: '14px', opacity: 0 },
    '& th button.sort:is(:hover, :focus-visible) .lucide': { opacity: 0.5 },
    '& th[aria-sort=ascending] .lucide, & th[aria-sort=descending] .lucide': { opacity: '1 !important' },
    '& .grip': {
      position: 'absolute',
      insetY: '6px',
      right: 0,
      width: '9px',
      cursor: 'col-resize',
      touchAction: 'none',
      outlineOffset: '-2px',
    },
    '& .grip::after': { content: '""', position: 'absolute', insetY: 0, right: '4px', width: '1px', bg: 'transparent' },
    '& .grip:is(:hover, :focus-visible, [data-dragging])::after': { bg: 'border.control' },
    // The specificity of this rule is lower than that of a tone, so a row with a tone keeps it on hover.
    '& tbody tr:where(.row:hover) td': { bg: 'bg.subtle' },
    '& tbody tr[data-press]': { cursor: 'pointer' },
    '& tbody tr[data-tone=never] td': { bg: 'never.row' },
    '& tbody tr[data-tone=error] td': { bg: 'error.subtle' },
    '& tbody tr[data-tone=selected] td': { bg: 'bg.emphasized' },
    '& tbody tr[data-tone=old] td': { color: 'fg.subtle' },
    '& tbody tr[data-tone=gone] td': { color: 'fg.subtle', fontStyle: 'italic' },
    '& tbody tr[data-tone=gone] td a': { color: 'inherit', textDecoration: 'underline' },
    '& tfoot td': { position: 'sticky', bottom: 0, bg: 'bg.panel', borderTop: '1px solid', borderColor: 'border', fontWeight: 600 },
    '& td[data-pinned]': {
      position: 'sticky',
      insetInlineStart: 0,
      zIndex: 0,
      bg: 'bg.panel',
      boxShadow: '1px 0 0 var(--o-colors-border-muted)',
    },
    '& th[data-pinned]': { insetInlineStart: 0, zIndex: 2, boxShadow: '1px 0 0 var(--o-colors-border-muted)' },
    // The controls of a row stay within reach while the table scrolls. The specificity is lower than that of a tone and of hover.
    '& :where(td[data-end])': { position: 'sticky', zIndex: 0, bg: 'bg.panel' },
    '& th[data-end]': { zIndex: 2 },
    // An open menu of a row covers the rows below it.
    '& td[data-end]:has([data-part=content][data-state=open])': { zIndex: 3 },
    '& [data-end=last]': { insetInlineEnd: 0 },
    '& [data-end=before]': { insetInlineEnd: 'var(--end)' },
    '& td a': { color: 'accent.fg', textUnderlineOffset: '3px', borderRadius: '2px', _hover: { textDecoration: 'underline' } },
    '& tr.spacer td': { p: 0, border: 0 },
    '& .bar': {
      display: 'inline-block',
      height: '10px',
      borderRadius: '5px',
      bg: 'bg.emphasized',
      animation: 'breathe 1.6s ease-in-out infinite',
    },
    '@media (prefers-reduced-motion: reduce)': { '& .bar': { animation: 'none' } },
    '@media (min-width: 960px) and (max-width: 1279px)': {
      '& td': { height: '44px', px: '8px' },
      // The padding keeps buttons of adjacent rows apart.
      '& td:has(> button)': { py: '4px' },
      '& td a': { display: 'inline-flex', alignItems: 'center', minHeight: '43px' },
      '& th': { px: '8px' },
      ...edges,
      '& tr.filters th': { height: '60px' },
      '& th button.sort': { height: '44px' },
    },
    '@media (min-width: 1280px) and (max-width: 1439px)': {
      '& td, & th': { px: '8px' },
      ...edges,
    },
    '@media (min-width: 720px) and (max-width: 959px)': halvedTable,
    '@media (max-width: 959px)': narrowTable,
  },
  variants: {
    dense: { true: { lg: { '& td': { height: '32px', px: '8px' }, '& th': { px: '8px' }, ...edges } } },
    fill: {
      true: {
        md: {
          flex: '0 1 auto',
          minHeight: '200px',
          '& .scroll': { flex: '0 1 auto', minHeight: 0, overflow: 'auto' },
          '& > nav': {
            borderTop: '1px solid',
            borderColor: 'border',
            mt: '-1px',
            mx: '-12px',
            px: '12px',
            bg: 'bg.panel',
            position: 'relative',
          },
        },
      },
    },
    // A virtualised list needs a limited height; otherwise it would render all rows.
    tall: {
      always: { '& .scroll': { maxHeight: '70vh', overflow: 'auto !important' } },
      narrow: { mdDown: { '& .scroll': { maxHeight: '70vh', overflow: 'auto !important' } } },
    },
  },
});
