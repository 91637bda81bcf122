/**
 * Styles below 960 px: a row has two lines, title and place, then state, with the value at the right. The heads are hidden, and a menu next to the filters
 * sorts the rows.
 */
export const narrowTable = {
  '& .scroll': { mx: '-16px', overflowX: 'visible' },
  '& table, & thead, & tbody': { display: 'block', minWidth: '0 !important' },
  '& colgroup': { display: 'none' },
  '& tr.heads': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tr.filters': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px', px: '16px', pb: '12px' },
  '& tr.filters th': { position: 'static', display: 'block', flex: '1 1 140px', height: 'auto', p: 0, border: 0 },
  '& tr.filters th:has(> [role=radiogroup])': { flexBasis: '100%' },
  '& tr.filters th.order': { flex: 'none', ml: 'auto' },
  // The menu is next to the choices, if there is room.
  '& tr.filters:has(> .order) th:has(> [role=radiogroup])': { flexBasis: 'calc(100% - 52px)', minWidth: 'fit-content !important' },
  // A select shows only its value, so it needs the name of its column; a text field has a placeholder.
  '& tr.filters th[data-head]::before': { content: 'attr(data-head)', display: 'block', mb: '2px', color: 'fg.subtle', fontSize: '12px' },
  '& tr.filters th:is(:empty, [data-spare])': { display: 'none' },
  '& tfoot': { display: 'block' },
  '& tbody tr.row, & tbody tr.wait, & tfoot tr.foot': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '8px',
    rowGap: '2px',
    minHeight: '64px',
    px: '16px',
    py: '10px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
  // The row is one surface, despite the gaps between its cells.
  '& tbody tr:where(.row:hover)': { bg: 'bg.subtle' },
  '& tbody tr:where(.row:hover) td': { bg: 'transparent' },
  '& tbody tr.row::before, & tfoot tr.foot::before': { content: '""', order: 4, flexBasis: '100%', height: 0 },
  '& td': { display: 'none', height: 'auto', minHeight: '20px', p: 0, border: 0, textAlign: 'start', maxWidth: '100%' },
  '& tr.filters th, & tr.heads th': { minWidth: '0 !important' },
  '& td[data-pinned], & td[data-end], & tfoot td': { position: 'static', borderTop: 0, boxShadow: 'none' },
  '& td[data-narrow]': { display: 'block' },
  '& td[data-narrow=title]': { order: 1, fontWeight: 500 },
  '& td[data-narrow=place]': { order: 2, flex: '1 1 0', fontSize: '13px', color: 'fg.muted' },
  '& td[data-narrow=value]': { order: 3, ml: 'auto', textAlign: 'end' },
  '& td[data-narrow=state]': { order: 5, flex: '1 1 0' },
  // On the narrowest screens, and with text at 400 %, a time next to two actions would be cut off.
  '@media (max-width: 359px)': { '& td[data-narrow=state]': { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
  '& td[data-narrow=action]': { order: 6, ml: 'auto', overflow: 'visible' },
  '& td[data-narrow=action] ~ td[data-narrow=action]': { ml: '8px' },
  // If there is no state, the second line is omitted and the action ends the first one.
  '& tbody tr.row:not(:has(> td[data-narrow=state])) > td[data-narrow=action]': { order: 3 },
  // The touch target is 44 px high and does not increase the row's height.
  '& td[data-narrow=title]:has(> a)': { overflow: 'visible', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& td[data-narrow=action] a, & td[data-narrow=title] > a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    my: '-12px',
    px: '4px',
    mx: '-4px',
  },
  // Further fields start on a new line, below the state and the actions.
  '& tbody tr.row:has(> td[data-narrow=state]):has(> td[data-narrow=more])::after': {
    content: '""',
    order: 7,
    flexBasis: '100%',
    height: 0,
  },
  '& td[data-narrow=more]': {
    order: 8,
    flex: '1 1 44%',
    fontSize: '13px',
    textAlign: 'start',
    whiteSpace: 'normal',
    alignSelf: 'flex-start',
  },
  '& td[data-narrow=more][data-head]': { display: 'flex', flexWrap: 'wrap' },
  '& td[data-narrow=line]': { order: 9, flex: '1 1 100%', fontSize: '13px', whiteSpace: 'normal' },
  '& td[data-narrow=line]:empty': { display: 'none' },
  '& td:is([data-narrow=more], [data-narrow=line])[data-head]::before': { content: 'attr(data-head)', color: 'fg.subtle', mr: '6px' },
  '& tr.spacer, & tr.spacer td': { display: 'block', minHeight: 0 },
  '& tbody tr[data-tone] td': { bg: 'transparent' },
  '& tbody tr[data-tone=never]': { bg: 'never.row' },
  '& tbody tr[data-tone=error]': { bg: 'error.subtle' },
  '& tbody tr[data-tone=selected]': { bg: 'bg.emphasized' },
};

/** Styles from 720 to 959 px, where two rows fit next to each other; not for a virtualised table, which relies on one row per line. */
export const halvedTable = {
  '& table:not([data-fixed]) tbody': { display: 'grid !important', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& table:not([data-fixed]) tbody tr.row:nth-of-type(odd)': { borderInlineEnd: '1px solid', borderInlineEndColor: 'border.muted' },
};
