const ring = { outline: '2px solid var(--o-colors-focus)', outlineOffset: '2px', borderRadius: 'control' } as const;

/** The style shared by all input fields: filled, with a line at the bottom. */
export const fieldSurface = {
  minWidth: 0,
  bg: 'bg.muted',
  color: 'fg',
  fontWeight: 400,
  borderTopRadius: 'control',
  borderBottomRadius: '2px',
  boxShadow: 'inset 0 -1px 0 var(--o-colors-border-control)',
  transition: 'background-color 120ms ease-out',
  _hover: { bg: 'bg.emphasized' },
  '&:has(:focus-visible), &:focus-visible': ring,
  // The line is fainter than that of an empty field, whose placeholder has the same colour as this text.
  _disabled: { color: 'fg.subtle', boxShadow: 'inset 0 -1px 0 var(--o-colors-border)', cursor: 'not-allowed' },
  '&[data-invalid]': { boxShadow: 'inset 0 -2px 0 var(--o-colors-error-solid)' },
} as const;
