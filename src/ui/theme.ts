import { cachedSystem } from './cachedSystem.ts';
import { createSystem, defineConfig } from '@chakra-ui/react';
import { forcedColours } from './forcedColours.ts';
import { palette } from './palette.ts';
import { inRem, remSystem } from './remSystem.ts';
import { styleProps } from './styleProps.ts';

/** The print style: the screen without its shell, at full height, black on white. `usePrinting` affects the rows and the colour mode. */
const printed = {
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

interface Tree {
  [key: string]: Tree | { value: { base: string; _dark: string } };
}

/** Converts 'bg.panel' to { bg: { panel } }; a name that is also a branch ('bg') becomes its DEFAULT. */
function colorTree(): Tree {
  const branches = new Set(Object.keys(palette).flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
  const tree: Record<string, Tree> = {};
  const leaves: Tree = {};
  for (const [name, [base, _dark]] of Object.entries(palette)) {
    const [branch = name, leaf = 'DEFAULT'] = name.split('.');
    const value = { value: { base, _dark } };
    if (branches.has(branch)) tree[branch] = { ...tree[branch], [leaf]: value };
    else leaves[branch] = value;
  }
  return { ...tree, ...leaves };
}

/** Spacing on a 4 px grid: '1' is 4 px, '2' is 8 px. */
const grid = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24].map((n) => [String(n), { value: `${n * 4}px` }]),
);
const text = (size: number, line: number, fontWeight: number, letterSpacing = '0') => ({
  value: { fontSize: inRem(`${size}px`), lineHeight: inRem(`${line}px`), fontWeight: String(fontWeight), letterSpacing },
});
const shadow = (base: string, _dark: string) => ({ value: { base, _dark } });

/** The console's own tokens and global styles. */
export const themeConfig = defineConfig({
  cssVarsPrefix: 'o',
  preflight: true,
  globalCss: {
    html: { bg: 'bg.shell', color: 'fg', fontSize: '100%', textSizeAdjust: '100%', overflowWrap: 'break-word' },
    // The reset sets this property on every element, so a link inside a cell that wraps anywhere would not wrap.
    'body, body *': { overflowWrap: 'inherit' },
    'h1, h2, h3, h4': { overflowWrap: 'anywhere' },
    time: { overflowWrap: 'break-word' },
    'html.light': { colorScheme: 'light' },
    'html.dark': { colorScheme: 'dark' },
    body: {
      fontFamily: 'body',
      fontSize: inRem('14px'),
      lineHeight: inRem('20px'),
      fontVariantNumeric: 'tabular-nums',
      textRendering: 'optimizeLegibility',
    },
    ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '::placeholder': { color: 'fg.subtle', opacity: 1 },
    'button, summary, [role=button]': { cursor: 'pointer' },
    'button:disabled': { cursor: 'not-allowed' },
    // A name in another writing direction must not affect adjacent text.
    'a, b, code, em, o-text, small, span, strong': { unicodeBidi: 'isolate' },
    '.sr': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
    // A component sets `--icon` for the icons inside it.
    '.lucide': { width: 'var(--icon, 16px)', height: 'var(--icon, 16px)', flex: 'none', strokeWidth: '1.75', verticalAlign: '-3px' },
    '@media (prefers-reduced-motion: reduce)': {
      '& *, & *::before, & *::after': { transitionDuration: '0s !important', scrollBehavior: 'auto !important' },
    },
    ...forcedColours,
    ...printed,
  },
  theme: {
    breakpoints: { sm: '600px', md: '960px', lg: '1280px', xl: '1920px' },
    tokens: {
      fonts: { body: { value: '"Atkinson Hyperlegible Next Variable", system-ui, sans-serif' } },
      spacing: grid,
      sizes: { ...grid, full: { value: '100%' } },
      radii: {
        check: { value: '4px' },
        control: { value: '6px' },
        popup: { value: '8px' },
        sheet: { value: '10px' },
        dialog: { value: '12px' },
        full: { value: '9999px' },
      },
      zIndex: {
        sticky: { value: 5 },
        docked: { value: 10 },
        drawer: { value: 20 },
        menu: { value: 30 },
        dialog: { value: 40 },
        toast: { value: 50 },
        page: { value: 60 },
        urgent: { value: 70 },
      },
    },
    semanticTokens: {
      colors: colorTree(),
      shadows: {
        plate: shadow('0 0 0 1px #18201B14, 0 1px 2px #18201B14', '0 0 0 1px #00000066, 0 1px 2px #00000066'),
        popup: shadow('0 4px 16px #18201B1F', '0 4px 16px #00000080'),
        dialog: shadow('0 16px 48px #18201B33', '0 16px 48px #000000A6'),
      },
    },
    textStyles: {
      login: text(32, 38, 600, '-0.015em'),
      stat: text(30, 36, 500, '-0.02em'),
      title: text(22, 28, 600, '-0.012em'),
      route: text(16, 24, 600),
      section: text(15, 20, 600),
      body: text(14, 20, 400),
      label: text(13, 20, 500),
      meta: text(13, 20, 400),
      caption: text(12, 16, 400),
    },
    keyframes: {
      spin: { to: { transform: 'rotate(1turn)' } },
      fade: { from: { opacity: 0 }, to: { opacity: 1 } },
      rise: { from: { opacity: 0, transform: 'translateY(4px)' }, to: { opacity: 1, transform: 'none' } },
      shrink: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } },
      stay: { from: { opacity: 1 }, to: { opacity: 1 } },
      breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.55 } },
    },
  },
});

/** The Chakra theme of the console: colours, text styles, spacing, animations and the print style, as tokens. Components define their own shapes. */
export const theme = cachedSystem(remSystem(createSystem(styleProps, themeConfig)));
