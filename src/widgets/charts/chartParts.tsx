/** Styled parts of the charts: rows, their names and values, and the overlays over all rows. */

import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { drawnLine } from '#ui/forcedColours';

/** Width of the names (with the numbers of the axis) and of the values, from `md` on; on smaller screens, names and values are above each chart. */
const NAME = '148px';
const VALUE = '168px';

/** Top of the first chart, in px: below the time label of a line and, on a phone, below the first name. */
const TOP = { base: '56px', md: '28px' };

/** The container of all rows; an instant has the same horizontal position in each row. */
export const Rows = chakra('div', { base: { position: 'relative', pt: '28px' } });

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr auto', md: `${NAME} minmax(0, 1fr) ${VALUE}` },
    gridTemplateAreas: { base: '"name value" "picture picture"', md: '"name picture value"' },
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    py: '8px',
  },
});
/** If names and values are above a chart, the overlays must not cover them. */
const uncovered = { position: 'relative', zIndex: { base: 2, md: 'auto' }, bg: { base: 'bg.panel', md: 'transparent' } } as const;

const Name = chakra('div', { base: { ...uncovered, gridArea: 'name', fontSize: '13px', lineHeight: '20px', fontWeight: 600 } });
const Unit = chakra('span', {
  base: { ps: { base: '6px', md: 0 }, display: { md: 'block' }, color: 'fg.subtle', fontWeight: 400, textStyle: 'caption' },
});
const Picture = chakra('div', { base: { gridArea: 'picture', position: 'relative', minWidth: 0 } });
const Value = chakra('div', {
  base: {
    ...uncovered,
    gridArea: 'value',
    ps: { md: '16px' },
    minHeight: '20px',
    fontSize: '13px',
    lineHeight: '20px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    textAlign: { base: 'end', md: 'start' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface RowProps {
  readonly name: string;
  readonly unit?: string;
  readonly height: number;
  /** The value of the row at the read instant. */
  readonly value: ReactNode;
  readonly children: ReactNode;
}

/** Renders one row: its name, its chart with a fixed height, and its value at the read instant. */
export function Row({ name, unit, height, value, children }: RowProps) {
  return (
    <Line>
      <Name>
        {name}
        {unit !== undefined && <Unit>{unit}</Unit>}
      </Name>
      <Picture style={{ height }}>{children}</Picture>
      <Value>{value}</Value>
    </Line>
  );
}

/** An overlay on the charts of all rows. */
export const Over = chakra('div', {
  base: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: { base: 0, md: NAME },
    insetInlineEnd: { base: 0, md: VALUE },
    overflowX: 'clip',
  },
});
/** The overlay that receives the presses and keys on the charts. */
export const Pressed = chakra(Over, { base: { cursor: 'crosshair', touchAction: 'pan-y', zIndex: 1, borderRadius: 'control' } });
/** The part after the shown moment, which is dimmed. */
export const Later = chakra('div', {
  base: { position: 'absolute', top: TOP, bottom: 0, insetInlineEnd: 0, bg: 'bg.panel', opacity: 0.5, pointerEvents: 'none' },
});
/** A span in which nothing was reported. */
export const Silent = chakra('div', {
  base: {
    position: 'absolute',
    top: TOP,
    bottom: 0,
    // A tile of whole pixels, because the stripes of a repeating gradient would differ in intensity.
    backgroundImage:
      'linear-gradient(135deg, var(--o-colors-border) 9%, transparent 9% 50%, var(--o-colors-border) 50% 59%, transparent 59%)',
    backgroundSize: '8px 8px',
    pointerEvents: 'none',
  },
});
/** A line through all rows at an instant. */
export const Pole = chakra('div', {
  base: { position: 'absolute', top: '24px', bottom: 0, width: '2px', translate: '-50%', bg: 'fg', pointerEvents: 'none', ...drawnLine },
  variants: { isRead: { true: { width: '1px', bg: 'fg.subtle' } } },
});
/** The time label of a line, above all rows. */
export const Flag = chakra('div', {
  base: {
    position: 'absolute',
    top: '2px',
    px: '6px',
    borderRadius: 'check',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    fontSize: '12px',
    lineHeight: '20px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  variants: { isRead: { true: { bg: 'bg.emphasized', color: 'fg' } } },
});
/** A thin line of the grid. */
export const GridLine = chakra('div', {
  base: { position: 'absolute', bg: 'border.muted', pointerEvents: 'none' },
  variants: {
    is: { upright: { top: TOP, bottom: 0, width: '1px' }, level: { insetInline: 0, height: '1px' } },
  },
});
/** A number of the axis: to the left of the chart, or on it if there is no space. */
export const Level = chakra('span', {
  base: {
    position: 'absolute',
    insetInlineStart: { base: '2px', md: 'auto' },
    insetInlineEnd: { md: 'calc(100% + 8px)' },
    translate: { base: '0 1px', md: '0 -50%' },
    px: { base: '2px', md: 0 },
    bg: { base: 'bg.panel', md: 'transparent' },
    color: 'fg.subtle',
    fontSize: '11px',
    lineHeight: '14px',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  // Otherwise the number of the lower edge would be below the chart.
  variants: { isLowest: { true: { display: { base: 'none', md: 'inline' } } } },
});
/** The value of a line at the read instant, above the overlays. */
export const Ring = chakra('span', {
  base: {
    position: 'absolute',
    zIndex: 3,
    width: '9px',
    height: '9px',
    translate: '-50% -50%',
    border: '2px solid',
    borderColor: 'fg',
    borderRadius: 'full',
    bg: 'bg.panel',
    pointerEvents: 'none',
  },
});
/** The time labels below all rows. */
export const Times = chakra('div', {
  base: {
    position: 'relative',
    height: '20px',
    ms: { md: NAME },
    me: { md: VALUE },
    color: 'fg.subtle',
    fontSize: '11px',
    lineHeight: '20px',
  },
});
export const Time = chakra('span', {
  base: { position: 'absolute', translate: '-50%', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});
