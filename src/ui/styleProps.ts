import { defineConfig } from '@chakra-ui/react';

/** The theme category of each style property, followed by the property's short names. */
const TAKES = {
  colors: [
    'background bg',
    'backgroundColor bgColor',
    'color',
    'fill',
    'stroke',
    'accentColor',
    'caretColor',
    'outlineColor',
    'textDecorationColor',
    'borderColor',
    'borderTopColor',
    'borderBottomColor',
    'borderLeftColor',
    'borderRightColor',
    'borderInlineStartColor',
    'borderInlineEndColor',
    'borderBlockStartColor',
    'borderBlockEndColor',
  ],
  spacing: [
    'gap',
    'borderSpacing',
    'rowGap gapY',
    'columnGap gapX',
    'margin m',
    'marginTop mt',
    'marginRight mr',
    'marginBottom mb',
    'marginLeft ml',
    'marginInlineStart ms',
    'marginInlineEnd me',
    'marginInline mx',
    'marginBlock my',
    'padding p',
    'paddingTop pt',
    'paddingRight pr',
    'paddingBottom pb',
    'paddingLeft pl',
    'paddingInlineStart ps',
    'paddingInlineEnd pe',
    'paddingInline px',
    'paddingBlock py',
    'inset',
    'insetInline insetX',
    'insetBlock insetY',
    'insetInlineStart insetStart',
    'insetInlineEnd insetEnd',
    'top',
    'right',
    'bottom',
    'left',
  ],
  sizes: [
    'width w',
    'height h',
    'minWidth minW',
    'minHeight minH',
    'maxWidth maxW',
    'maxHeight maxH',
    'inlineSize',
    'blockSize',
    'minInlineSize',
    'maxInlineSize',
    'minBlockSize',
    'maxBlockSize',
    'flexBasis',
  ],
  radii: ['borderRadius', 'borderTopLeftRadius', 'borderTopRightRadius', 'borderBottomLeftRadius', 'borderBottomRightRadius'],
  shadows: ['boxShadow', 'textShadow'],
  fonts: ['fontFamily'],
  zIndex: ['zIndex'],
};

const plain = Object.entries(TAKES).flatMap(([values, lines]) =>
  lines.map((line) => {
    const [name = '', ...shorthand] = line.split(' ');
    return [name, { values, shorthand }] as const;
  }),
);

/** The style properties and conditions of the console. Chakra's own list is four times as long and would be loaded before the sign-in page. */
export const styleProps = defineConfig({
  conditions: {
    hover: ['@media (hover: hover)', '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])'],
    disabled: '&:is(:disabled, [disabled], [data-disabled], [aria-disabled=true])',
    focusVisible: '&:is(:focus-visible, [data-focus-visible])',
    empty: '&:is(:empty, [data-empty])',
    first: '&:first-of-type',
    last: '&:last-of-type',
    before: '&::before',
    after: '&::after',
    motionReduce: '@media (prefers-reduced-motion: reduce)',
    dark: '.dark &, .dark .chakra-theme:not(.light) &',
    light: ':root &, .light &',
  },
  utilities: {
    ...Object.fromEntries(plain),
    borderTopRadius: {
      values: 'radii',
      transform: (value: string) => ({ borderTopLeftRadius: value, borderTopRightRadius: value }),
    },
    borderBottomRadius: {
      values: 'radii',
      transform: (value: string) => ({ borderBottomLeftRadius: value, borderBottomRightRadius: value }),
    },
    hideFrom: { transform: (width: string) => ({ [`@breakpoint ${width}`]: { display: 'none' } }) },
    hideBelow: { transform: (width: string) => ({ [`@breakpoint ${width}Down`]: { display: 'none' } }) },
  },
});
