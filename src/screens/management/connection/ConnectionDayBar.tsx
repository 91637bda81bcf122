import { chakra } from '@chakra-ui/react';
import type { ConnectionDay, ConnectionSpan } from '#domain/devices/connectionDay';
import { ageText } from '#domain/text/duration';
import { countText } from '#domain/text/labels';

const Bar = chakra('div', {
  base: {
    position: 'relative',
    height: '16px',
    my: '8px',
    borderRadius: '3px',
    overflow: 'hidden',
    bg: 'bg.subtle',
    '@media (forced-colors: active)': { border: '1px solid', forcedColorAdjust: 'none' },
  },
});
const Part = chakra('span', {
  base: { position: 'absolute', insetBlock: 0 },
  variants: {
    of: {
      connected: { bg: 'online.solid', '@media (forced-colors: active)': { bg: 'Highlight' } },
      away: { bg: 'error.solid', '@media (forced-colors: active)': { bg: 'CanvasText' } },
      unknown: {},
    },
  },
});
const Ends = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', textStyle: 'meta', color: 'fg.muted' } });

const lengthOf = ({ from, to }: ConnectionSpan) => to - from;

/** Returns the last day in words. */
function dayText({ spans, disconnectCount, awayMs }: ConnectionDay): string {
  const unknownMs = spans.filter(({ is }) => is === 'unknown').reduce((sum, span) => sum + lengthOf(span), 0);
  const away = `${countText(disconnectCount, 'disconnect')}, ${ageText(awayMs)} away`;
  return unknownMs === 0 ? away : `${away}; nothing is known of ${ageText(unknownMs)}`;
}

/** Renders when a device was connected in the last 24 hours, as a bar and in words. */
export function ConnectionDayBar({ day }: { readonly day: ConnectionDay }) {
  const begin = day.spans[0]?.from ?? 0;
  const whole = day.spans.reduce((sum, span) => sum + lengthOf(span), 0);
  if (whole === 0) return null;
  return (
    <div>
      <chakra.p color="fg.muted">{`Last 24 h: ${dayText(day)}`}</chakra.p>
      <Bar aria-hidden="true">
        {day.spans.map((span) => (
          <Part
            key={span.from}
            of={span.is}
            data-is={span.is}
            style={{ insetInlineStart: `${((span.from - begin) / whole) * 100}%`, width: `${(lengthOf(span) / whole) * 100}%` }}
          />
        ))}
      </Bar>
      <Ends aria-hidden="true">
        <span>24 h ago</span>
        <span>now</span>
      </Ends>
    </div>
  );
}
