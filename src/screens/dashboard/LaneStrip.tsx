import { chakra } from '@chakra-ui/react';
import type { LaneTick } from './fleetNumbers.ts';
import { numberText } from '#domain/text/numbers';

/** With more devices the ticks would be too thin, so only the text is shown. */
const MOST_TICKS = 80;

const Strip = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: { base: '4px', xl: '5px' },
    maxWidth: '100%',
    height: '28px',
    mt: '12px',
  },
});
const Tick = chakra('i', {
  base: { flex: '0 1 5px', minWidth: '1px', borderRadius: '1.5px' },
  variants: {
    of: {
      error: { height: '28px', bg: 'error.solid' },
      treating: { height: '20px', bg: 'treating.solid' },
      idle: { height: '14px', bg: 'idle.solid' },
      unknown: { height: '8px', boxShadow: 'inset 0 0 0 1px var(--o-colors-border)' },
      offline: { height: '8px', boxShadow: 'inset 0 0 0 1px var(--o-colors-offline-solid)' },
    },
  },
});

const KINDS = [
  ['error', 'in error'],
  ['treating', 'in treatment'],
  ['idle', 'online besides'],
  ['offline', 'offline'],
  ['unknown', 'unknown'],
] as const satisfies readonly (readonly [LaneTick, string])[];

/** Renders one tick per device by state (error, treating, idle, offline), up to 80; the counts per state are its accessible text. */
export function LaneStrip({ ticks }: { readonly ticks: readonly LaneTick[] }) {
  const words = KINDS.map(([kind, word]) => ({ kind, word, count: ticks.filter((tick) => tick === kind).length }))
    .filter(({ kind, count }) => kind !== 'unknown' || count > 0)
    .map(({ count, word }) => `${numberText(count)} ${word}`)
    .join(', ');
  if (ticks.length > MOST_TICKS) return <span>{words}</span>;
  return (
    <Strip role="img" aria-label={words} title={words}>
      {ticks.map((tick, at) => (
        // The index identifies the device.
        <Tick key={at} of={tick} data-tick={tick} />
      ))}
    </Strip>
  );
}
