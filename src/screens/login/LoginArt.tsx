import { chakra } from '@chakra-ui/react';

const Wall = chakra('div', {
  base: {
    display: { base: 'none', md: 'block' },
    bg: 'bg.shell',
    position: 'relative',
    overflow: 'hidden',
  },
});
const Picture = chakra('svg', { base: { position: 'absolute', inset: 0, width: '100%', height: '100%', fill: 'none' } });

const LINE = 'var(--o-colors-border-control)';
const ACCENT = 'var(--o-colors-accent-fg)';
const quiet = { stroke: LINE, strokeWidth: 1.5 } as const;
const door = { stroke: ACCENT, strokeWidth: 2, fill: 'var(--o-colors-accent-subtle)' } as const;
const way = { stroke: ACCENT, strokeWidth: 2 } as const;
const otherLane = { stroke: LINE, strokeWidth: 1.25, opacity: 0.5 } as const;

const FLOOR = 630;
const SPRING = 366;
const RADIUS = 66;
const MIDDLE = 360;
const arches = [-320, -160, 0, 160, 320];
const lanes = Array.from({ length: 31 }, (_, index) => index - 15);

/** Draws one glazed arch centred at `x`: two mullions, three bars. */
function Arch({ x, look }: { readonly x: number; readonly look: typeof quiet | typeof door }) {
  const [left, right] = [x - RADIUS, x + RADIUS];
  const crown = SPRING - Math.sqrt(RADIUS ** 2 - 22 ** 2);
  return (
    <g {...look}>
      <path d={`M${left} ${FLOOR}V${SPRING}a${RADIUS} ${RADIUS} 0 0 1 ${2 * RADIUS} 0V${FLOOR}`} />
      <path d={`M${x - 22} ${FLOOR}V${crown}M${x + 22} ${FLOOR}V${crown}`} />
      <path strokeWidth={1} opacity={0.7} d={`M${left} 372H${right}M${left} 460H${right}M${left} 548H${right}`} />
    </g>
  );
}

/** Renders the picture of the login page: an orangery seen along its lanes, with the central arch highlighted. */
export function LoginArt() {
  return (
    <Wall aria-hidden="true">
      <Picture viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice">
        {arches.map((x) => (
          <Arch key={x} x={MIDDLE + x} look={x === 0 ? door : quiet} />
        ))}
        <path {...quiet} d={`M-100 262H900M-100 272H900M-100 ${FLOOR}H900`} />
        {lanes.map((lane) => (
          <path
            key={lane}
            {...(Math.abs(lane) === 1 ? way : otherLane)}
            d={lane === 0 ? '' : `M${MIDDLE + lane * 22} ${FLOOR}L${MIDDLE + lane * 96} 900`}
          />
        ))}
      </Picture>
    </Wall>
  );
}
