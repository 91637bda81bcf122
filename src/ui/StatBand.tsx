import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './palette.ts';

const Band = chakra('dl', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    flexWrap: 'wrap',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    '& .cell': { position: 'relative', flex: '1 1 0', minWidth: 0, p: { base: '12px 14px 14px', lg: '14px 20px 16px' } },
    // Three lines of evidence come and go, on a phone one; what is below the band stays.
    '&[data-steady] .cell[data-full]': { minHeight: { base: '261px', md: '224px' } },
    '& .cell[data-full]': {
      display: { md: 'grid' },
      gridTemplateColumns: '64px minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      gridColumn: '1 / -1',
      flexBasis: '100%',
      borderBottom: '1px solid',
      borderColor: 'border.muted',
      '& dt': { gridColumn: '1 / -1' },
    },
    // Cells with evidence need more room.
    '& .cell:not([data-full]):has(.evidence)': { flexGrow: 1.3 },
    '& .cell + .cell::before': {
      content: { base: 'none', lg: '""' },
      position: 'absolute',
      insetStart: 0,
      top: '16px',
      bottom: '16px',
      width: '1px',
      bg: 'border',
    },
    '& dt': {
      display: 'flex',
      alignItems: 'center',
      gap: '8px',
      minHeight: '20px',
      color: 'fg.muted',
      textStyle: 'label',
      whiteSpace: { base: 'normal', md: 'nowrap' },
    },
    '& dt a': { ml: 'auto', display: 'grid', placeItems: 'center', color: 'fg.subtle', minWidth: '24px', minHeight: '24px' },
    // The whole cell is clickable: on a tablet an arrow alone is too small a target. Links and buttons within it lie above.
    '& dt a::after': { content: '""', position: 'absolute', inset: 0 },
    '& .evidence :is(a, button)': { position: 'relative' },
    '& dt:has(a) > .lucide': { display: { base: 'none', md: 'block' } },
    '& .number': { mt: '6px', textStyle: 'stat', whiteSpace: 'nowrap' },
    '& .number small': { fontSize: '16px', fontWeight: 400, color: 'fg.subtle', letterSpacing: 0 },
    '& .evidence': { mt: '8px', textStyle: 'meta', color: 'fg.muted' },
    '& .cell[data-full] + .cell::before': { content: 'none' },
    '@media (max-width: 959px)': { '& .cell[data-wide]': { gridColumn: '1 / -1', borderBlock: '1px solid', borderColor: 'border.muted' } },
  },
});

export interface Stat {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly number: ReactNode;
  /** Colours the number; omit it at zero. */
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
  /** The band has room for the evidence of what spans it, also while there is less. */
  readonly isSteady?: boolean;
}

/** Renders a band of up to five numbers with their evidence. */
export function StatBand({ stats, isSteady }: Props) {
  return (
    <Band data-steady={isSteady || undefined}>
      {stats.map(({ label, icon: Icon, number, tone, evidence, link, full, wide }) => (
        <div key={label} className="cell" data-full={full || undefined} data-wide={wide || undefined}>
          <dt>
            {Icon && <Icon aria-hidden="true" />}
            {label}
            {link}
          </dt>
          <chakra.dd translate="no" className="number" color={tone && `${tone}.fg`}>
            {number}
          </chakra.dd>
          {evidence && <dd className="evidence">{evidence}</dd>}
        </div>
      ))}
    </Band>
  );
}
