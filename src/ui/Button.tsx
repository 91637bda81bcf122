import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** Styles of a disabled button without a background: it is fainter, because its colour is almost that of an enabled button. */
const groundless = { '--off': 'transparent', '&:is(:disabled, [aria-disabled=true])': { opacity: 0.6 } } as const;

const ButtonBase = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flex: 'none',
    height: { base: '44px', lg: '32px' },
    px: '3',
    borderRadius: 'control',
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 500,
    whiteSpace: 'nowrap',
    userSelect: 'none',
    transition: 'background-color 120ms ease-out, color 120ms ease-out',
    // `&` is repeated for a higher specificity than the styles of every look, including the hover styles.
    '&&&[aria-pressed=true]': {
      bg: 'accent.subtle',
      color: 'accent.fg',
      fontWeight: 600,
      boxShadow: 'inset 0 0 0 1.5px var(--o-colors-accent-solid)',
    },
    '&&&:is(:disabled, [aria-disabled=true])': {
      bg: 'var(--off, var(--o-colors-bg-muted))',
      color: 'fg.subtle',
      boxShadow: 'none',
      filter: 'none',
      cursor: 'not-allowed',
    },
    '--icon': '16px',
  },
  variants: {
    variant: {
      solid: { bg: 'accent.solid', color: 'accent.contrast', fontWeight: 600, _hover: { bg: 'accent.hover' } },
      quiet: { bg: 'bg.muted', color: 'fg', _hover: { bg: 'bg.emphasized' } },
      raised: { bg: 'bg.emphasized', color: 'fg', _hover: { bg: 'border' } },
      ghost: { ...groundless, color: 'fg.muted', _hover: { bg: 'bg.muted', color: 'fg' } },
      outline: { boxShadow: 'inset 0 0 0 1px var(--o-colors-border-control)', color: 'fg', _hover: { bg: 'bg.muted' } },
      danger: { bg: 'error.solid', color: 'error.contrast', fontWeight: 600, _hover: { filter: 'brightness(0.94)' } },
      link: { ...groundless, color: 'accent.fg', px: '1', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
    },
    size: {
      md: {},
      sm: { height: { base: '44px', lg: '28px' }, px: '2', fontSize: '13px' },
      lg: { height: '44px', px: '5', fontSize: '15px' },
    },
    wide: { true: { width: '100%' } },
    // For a label that contains a name: the label wraps if it is longer than one line.
    wraps: {
      true: {
        maxWidth: '100%',
        height: 'auto',
        minHeight: { base: '44px', lg: '32px' },
        py: '1',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        textAlign: 'start',
      },
    },
  },
  defaultVariants: { variant: 'quiet', size: 'md' },
});

/**
 * Renders a button in its variants (solid, quiet, raised, ghost, link, danger), which submits a form only with `type="submit"`. At most one `solid` per screen;
 * `danger` is reserved for stop.
 */
export function Button({ type = 'button', ...rest }: ComponentProps<typeof ButtonBase>) {
  return <ButtonBase type={type} {...rest} />;
}
