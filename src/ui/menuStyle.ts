/** Styles of an open list and its entries. */
export const menuStyle = {
  plate: {
    position: 'fixed',
    p: '1',
    bg: 'bg.raised',
    // A list is rendered inside the element that opens it, which may be small grey text.
    color: 'fg',
    textStyle: 'body',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'popup',
    boxShadow: 'popup',
    outline: 'none',
    zIndex: 'menu',
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    px: '8px',
    borderRadius: 'control',
    cursor: 'pointer',
    userSelect: 'none',
    '&[data-highlighted]': { bg: 'bg.emphasized' },
  },
} as const;
