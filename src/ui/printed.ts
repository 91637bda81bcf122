/** The look on paper: the screen alone, unrolled, black on white. Rows and colour mode follow `usePrinting`. */
export const printed = {
  '@page': { margin: '12mm' },
  '@media print': {
    '& *, & *::before, & *::after': { printColorAdjust: 'exact', animation: 'none !important', transition: 'none !important' },
    '& html, & body': { background: 'white !important' },
    '& :is(header, aside, footer, [data-screen-only])': { display: 'none !important' },
    '& [data-unrolled]': {
      display: 'block',
      height: 'auto !important',
      minHeight: '0 !important',
      maxHeight: 'none !important',
      overflow: 'visible !important',
      border: '0 !important',
      padding: '0 !important',
    },
    '& table': { minWidth: '0 !important' },
    '& tr': { breakInside: 'avoid' },
    '& th': { position: 'static !important', height: 'auto !important', whiteSpace: 'normal !important' },
    '& td': { position: 'static !important', height: 'auto !important', whiteSpace: 'normal !important', overflowWrap: 'anywhere' },
  },
} as const;
