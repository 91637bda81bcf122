import { chakra } from '@chakra-ui/react';
import { CircleCheck, CircleX, ClockAlert, LoaderCircle, TriangleAlert } from 'lucide-react';
import { type ShownStatus, progressOf } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import type { CommandLine } from '#state/commandLines';
import { Mark, type MarkIcon } from '#ui/Mark';
import type { Tone } from '#ui/palette';

const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } });

const BARS = [1, 2, 3, 4];
const running = { tone: 'plain', icon: Turning } as const;

const looks: Readonly<Record<ShownStatus, { readonly tone: Tone | 'plain'; readonly icon: MarkIcon }>> = {
  given: running,
  sent: running,
  delivered: running,
  done: { tone: 'online', icon: CircleCheck },
  failed: { tone: 'error', icon: CircleX },
  expired: { tone: 'warning', icon: ClockAlert },
  refused: { tone: 'warning', icon: TriangleAlert },
};

const Line = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '10px',
    py: '2px',
    whiteSpace: 'normal',
  },
});
const Steps = chakra('span', { base: { display: 'inline-flex', gap: '3px' } });
const Step = chakra('i', { base: { width: '14px', height: '4px', borderRadius: '2px', bg: 'bg.emphasized' } });
const Text = chakra('span', { base: { color: 'fg.muted', minWidth: 0, overflowWrap: 'anywhere' } });

/** Renders the progress of a command, with icon and text: given, sent, delivered and done; or failed, expired or refused. */
export function CommandResult({ line }: { readonly line: CommandLine }) {
  const { tone, icon } = looks[line.status];
  const reached = progressOf(line.status, line);
  const ink = tone === 'plain' ? 'var(--o-colors-fg-muted)' : `var(--o-colors-${tone}-solid)`;
  return (
    <Line>
      <Steps aria-hidden="true">
        {BARS.map((bar) => (
          <Step key={bar} style={bar <= reached ? { background: ink } : undefined} />
        ))}
      </Steps>
      <Mark tone={tone} icon={icon}>
        {wordText(line.status)}
      </Mark>
      {line.text !== null && <Text>{line.text}</Text>}
    </Line>
  );
}
