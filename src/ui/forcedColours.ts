/** Selectors of controls that are pressed, typed into or selected from. */
const CONTROLS = ['button', 'input:not(.sr)', 'select', 'textarea', 'summary', '[role=button]', '[role=combobox]'];

/** Selectors of the selected option and of the highlighted entry. */
const CHOSEN = [
  '[aria-selected=true]',
  '[aria-pressed=true]',
  '[aria-checked=true]',
  '[aria-current]:not([aria-current=false])',
  '[data-highlighted]',
  '[data-current]',
  '[data-part=table-cell-trigger][data-selected]',
  'label:has(input.sr:checked)',
  'tr[data-tone=selected] td',
];

const all = (selectors: readonly string[], ending = '') => selectors.map((selector) => `& ${selector}${ending}`).join(', ');

/** The style of a line that is drawn as a background, which forced colours remove. Source: EDGE2. */
export const drawnLine = { '@media (forced-colors: active)': { forcedColorAdjust: 'none', bg: 'CanvasText' } } as const;

/**
 * The look under forced colours (high contrast). They remove backgrounds and shadows, so elements that are distinguished only by those get a border, checkboxes
 * and switches are the browser's own, and selected elements have the system's selection colours.
 */
export const forcedColours = {
  '@media (forced-colors: active)': {
    [all(CONTROLS)]: { border: '1px solid ButtonBorder !important' },
    [all(CONTROLS, `:is(:disabled, [aria-disabled=true]):not(${CHOSEN.join(', ')})`)]: {
      borderColor: 'GrayText !important',
      color: 'GrayText !important',
    },
    [all(CHOSEN)]: {
      forcedColorAdjust: 'none',
      background: 'Highlight !important',
      color: 'HighlightText !important',
    },
    [all(CHOSEN, ' *')]: { color: 'inherit !important', background: 'transparent !important' },
    '& input:is([type=checkbox], [type=radio]):not(.sr)': { appearance: 'auto !important', accentColor: 'Highlight' },
    '& input:is([type=checkbox], [type=radio]):not(.sr)::after': { display: 'none !important' },
    '& :focus-visible': { outlineColor: 'Highlight !important' },
    '& :is(dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip])': {
      border: '1px solid CanvasText !important',
    },
    // Keeps colours that carry information: legends, lengths of bars, parts of pictures.
    '& :is(.key, .part, [data-tick], s)': { forcedColorAdjust: 'none' },
  },
} as const;
