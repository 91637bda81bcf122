import { chakra } from '@chakra-ui/react';
import { batteryOf } from '#domain/devices/battery';

const WIDTH = 18;

const Row = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '8px', height: '20px', verticalAlign: 'top' } });

const Percent = chakra('span', {
  base: { minWidth: '44px', textAlign: 'right', whiteSpace: 'nowrap' },
  variants: { low: { true: { color: 'battery.red', fontWeight: 700 } } },
});

interface Props {
  /** Reported percentage; "-" is shown if it is missing or negative. */
  readonly level: number | null | undefined;
}

/** Renders a battery that is filled to its level in the colour of its range, with the number next to it. */
export function BatteryIcon({ level }: Props) {
  const battery = batteryOf(level);
  if (battery.level === null) return <span>{battery.text}</span>;
  return (
    <Row>
      <svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true" data-band={battery.band}>
        <rect x=".75" y=".75" width="21.5" height="10.5" rx="2.75" fill="none" stroke="var(--o-colors-fg-subtle)" strokeWidth="1.5" />
        <path d="M24.2 4v4" stroke="var(--o-colors-fg-subtle)" strokeWidth="2" strokeLinecap="round" />
        <rect
          x="2.75"
          y="2.75"
          width={(battery.level / 100) * WIDTH}
          height="6.5"
          rx="1.25"
          fill={`var(--o-colors-battery-${battery.band})`}
        />
      </svg>
      <Percent low={battery.band === 'red'}>{battery.text} %</Percent>
    </Row>
  );
}
