import { chakra } from '@chakra-ui/react';
import { configColours, type ConfigColour } from '#domain/configuration/configRights';
import { toTitleCase } from '#domain/text/titleCase';

const INK = { GREEN: 'online', YELLOW: 'yellow', ORANGE: 'orange', RED: 'error' } as const satisfies Record<ConfigColour, string>;
const Line = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '8px', whiteSpace: 'nowrap' } });

/** Renders how critical a parameter is: one to four bars, their colour, and its name; no bar if the device names no known colour. */
export function ColourMark({ colour }: { readonly colour: ConfigColour | null }) {
  const rank = colour === null ? -1 : configColours.indexOf(colour);
  const ink = colour === null ? 'none' : `var(--o-colors-${INK[colour]}-solid)`;
  return (
    <Line>
      <svg width="18" height="12" viewBox="0 0 18 12" aria-hidden="true" data-bars={rank + 1}>
        {configColours.map((each, at) => (
          <rect
            key={each}
            x={0.5 + at * 4.5}
            y={9.5 - at * 3}
            width="3"
            height={at * 3 + 2}
            rx="0.5"
            fill={at <= rank ? ink : 'none'}
            stroke={at <= rank ? ink : 'var(--o-colors-border-control)'}
          />
        ))}
      </svg>
      {colour === null ? 'No known colour' : toTitleCase(colour)}
    </Line>
  );
}
