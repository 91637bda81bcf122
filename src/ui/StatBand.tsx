import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { countDigits } from './countDigits.ts';
import type { Tone } from './palette.ts';

const Band = chakra('dl', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    flexWrap: 'wrap',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
    bg: 'bg.subtle',
    borderRadius: 'sheet',
  },
});
const Cell = chakra('div', {
  base: {
    position: 'relative',
    flex: '1 1 0',
    minWidth: 0,
    p: { base: '12px 14px 14px', lg: '14px 20px 16px' },
    // A line before each number except the first of a row.
    '&:not(:first-of-type, [data-full] + *)::before': {
      content: { base: 'none', lg: '""' },
      position: 'absolute',
      insetStart: 0,
      top: '16px',
      bottom: '16px',
      width: '1px',
      bg: 'border',
    },
  },
  variants: {
    // A number with evidence needs more room.
    hasEvidence: { true: { flexGrow: 1.3 } },
    span: {
      one: {},
      wide: { '@media (max-width: 959px)': { gridColumn: '1 / -1', borderBlock: '1px solid', borderColor: 'border.muted' } },
      full: {
        display: { md: 'grid' },
        gridTemplateColumns: '64px minmax(0, 1fr)',
        gridTemplateRows: 'auto 1fr',
        gridColumn: '1 / -1',
        flexBasis: '100%',
        borderBottom: '1px solid',
        borderColor: 'border.muted',
      },
    },
    // The band reserves room for three lines of evidence (one on a phone) and for the count of further ones, so the content below does not move when they
    // appear and disappear.
    isSteady: { true: { minHeight: { base: '261px', md: '224px', lg: '227px' } } },
  },
});
const Label = chakra('dt', {
  base: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '20px',
    color: 'fg.muted',
    textStyle: 'label',
    whiteSpace: { base: 'normal', md: 'nowrap' },
  },
});
const Icon = chakra('span', {
  base: { display: 'flex' },
  variants: { hasLink: { true: { display: { base: 'none', md: 'flex' } } } },
});
const Figure = chakra('dd', {
  base: {
    mt: '6px',
    textStyle: 'stat',
    // Keeps a long number within its cell.
    overflowWrap: 'anywhere',
  },
});
const Evidence = chakra('dd', {
  // The links and buttons of a cell are above the link that covers the cell.
  base: { mt: '8px', textStyle: 'meta', color: 'fg.muted', '& :is(a, button)': { position: 'relative' } },
});

/** The style of the link of a cell: the whole cell responds to a press, because an arrow alone is too small for a finger. */
export const statLink = {
  ml: 'auto',
  display: 'grid',
  placeItems: 'center',
  color: 'fg.subtle',
  minWidth: '24px',
  minHeight: '24px',
  _after: { content: '""', position: 'absolute', inset: 0 },
} as const;
/** The unit of a number, e.g. 'of 24'. */
export const StatUnit = chakra('small', { base: { fontSize: '16px', fontWeight: 400, color: 'fg.subtle', letterSpacing: 0 } });

export interface Stat {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly number: ReactNode;
  /** Tone whose colour the number gets; omit it at zero. */
  readonly tone?: Tone | undefined;
  /** Names, lanes or a line of text below the number. */
  readonly evidence?: ReactNode;
  /** A link at the label's end. */
  readonly link?: ReactNode;
  /** Spans the band at every width, with room for three lines of evidence. */
  readonly full?: boolean | undefined;
  /** Spans both columns on a phone. */
  readonly wide?: boolean | undefined;
}

interface Props {
  readonly stats: readonly Stat[];
  /** Whether the band reserves room for the evidence of a number that spans it, even while there is less evidence. */
  readonly isSteady?: boolean;
}

const spanOf = ({ full, wide }: Stat) => (full ? 'full' : wide ? 'wide' : 'one');

/** Renders a band of up to five key numbers with their evidence. */
export function StatBand({ stats, isSteady }: Props) {
  return (
    <Band>
      {stats.map((stat) => (
        <Cell
          key={stat.label}
          span={spanOf(stat)}
          hasEvidence={Boolean(stat.evidence) && !stat.full}
          isSteady={isSteady && stat.full}
          data-full={stat.full || undefined}
        >
          <Label>
            {stat.icon && (
              <Icon hasLink={stat.link !== undefined}>
                <stat.icon aria-hidden="true" />
              </Icon>
            )}
            {stat.label}
            {stat.link}
          </Label>
          <Figure htmlTranslate="no" color={stat.tone && `${stat.tone}.fg`}>
            {typeof stat.number === 'number' ? countDigits(stat.number) : stat.number}
          </Figure>
          {stat.evidence && <Evidence>{stat.evidence}</Evidence>}
        </Cell>
      ))}
    </Band>
  );
}
