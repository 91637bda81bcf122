import { chakra } from '@chakra-ui/react';
import { Plug, PlugZap, ShieldX } from 'lucide-react';
import type { ConnectionChange } from '#contract/devices/deviceConnection';
import type { ConnectionDay } from '#domain/devices/connectionDay';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';
import { TimeText } from '#widgets/TimeText';
import { ConnectionDayBar } from './ConnectionDayBar.tsx';

const KINDS = {
  connected: { word: 'Connected', tone: 'online', icon: PlugZap },
  disconnected: { word: 'Disconnected', tone: 'offline', icon: Plug },
  refused: { word: 'Refused', tone: 'error', icon: ShieldX },
} as const;

const Changes = chakra('ul', { base: { listStyle: 'none' } });
const Line = chakra('li', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2px 12px', py: '6px', borderBottom: '1px solid', borderColor: 'border.muted' },
});
const Why = chakra('span', { base: { color: 'fg.muted', flexBasis: '100%', minWidth: 0, overflowWrap: 'anywhere' } });

/** Renders when a device connected, was disconnected or refused, and why. */
export function ConnectionChanges({ changes, day }: { readonly changes: readonly ConnectionChange[]; readonly day: ConnectionDay }) {
  return (
    <Section title="Connections">
      <ConnectionDayBar day={day} />
      {changes.length === 0 && <chakra.p color="fg.muted">No connection is known</chakra.p>}
      <Changes>
        {changes.map(({ at, kind, reason }) => (
          <Line key={`${at} ${kind}`}>
            <TimeText at={at} />
            <Mark tone={KINDS[kind].tone} icon={KINDS[kind].icon}>
              {KINDS[kind].word}
            </Mark>
            {reason != null && <Why>{reason}</Why>}
          </Line>
        ))}
      </Changes>
    </Section>
  );
}
