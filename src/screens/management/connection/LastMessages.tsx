import { chakra } from '@chakra-ui/react';
import { Check, CircleX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReceivedMessage } from '#contract/devices/deviceConnection';
import { messageText } from '#domain/devices/messageText';
import { Button } from '#ui/Button';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';
import { TimeText } from '#widgets/TimeText';

const LOOKS = {
  read: { tone: 'plain', icon: Check },
  partly: { tone: 'warning', icon: TriangleAlert },
  dropped: { tone: 'error', icon: CircleX },
} as const;

const lookOf = (outcome: string) => (outcome === 'read' || outcome === 'partly' ? LOOKS[outcome] : LOOKS.dropped);

const Messages = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { borderBottom: '1px solid', borderColor: 'border.muted', py: '4px' },
    '& summary': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2px 14px',
      cursor: 'pointer',
      minHeight: { base: '44px', lg: '28px' },
    },
    '& .size': { color: 'fg.muted', marginInlineStart: 'auto' },
    '& pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '13px', bg: 'bg.subtle', p: '10px 12px', my: '6px' },
    '& dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '2px 14px' },
    '& dt': { fontWeight: 500, overflowWrap: 'anywhere' },
    '& dd': { color: 'fg.muted' },
  },
});

function Message({ message }: { readonly message: ReceivedMessage }) {
  const { received_at, topic, size, outcome, losses, remarks, payload, acknowledged_ms: ms } = message;
  const { tone, icon } = lookOf(outcome);
  return (
    <details>
      <summary>
        <TimeText at={received_at} show="time" />
        <span translate="no">{topic}</span>
        <Mark tone={tone} icon={icon}>
          {messageText(message)}
        </Mark>
        <span className="size">{`${size} B, ${ms === null ? 'not acknowledged' : `acknowledged after ${Math.round(ms)} ms`}`}</span>
      </summary>
      <dl translate="no">
        {[...losses, ...remarks].map(({ field, why, limit }, index) => [
          <dt key={`${String(index)} field`}>
            <code>{field}</code>
          </dt>,
          <dd key={`${String(index)} why`}>{limit == null ? why : `${why}: ${limit}`}</dd>,
        ])}
      </dl>
      <pre translate="no">{payload}</pre>
    </details>
  );
}

interface Props {
  readonly serial: string;
  readonly messages: readonly ReceivedMessage[];
}

/** Renders the newest messages of a device as they came, and how each was read; they stand still while somebody reads them. */
export function LastMessages({ serial, messages }: Props) {
  const [held, setHeld] = useState<readonly ReceivedMessage[] | null>(null);
  const shown = held ?? messages;
  return (
    <Section title="Last messages">
      <chakra.div display="flex" flexWrap="wrap" gap="8px 12px" alignItems="center">
        <chakra.span color="fg.muted" translate="no">{`devices/${serial}/…`}</chakra.span>
        <Button onClick={() => setHeld(held === null ? messages : null)}>{held === null ? 'Pause' : 'Go on'}</Button>
      </chakra.div>
      {shown.length === 0 && <chakra.p color="fg.muted">No message has come since the server knows</chakra.p>}
      <Messages>
        {shown.map((message, index) => (
          <li key={`${message.received_at} ${message.topic} ${message.size} ${String(shown.length - index)}`}>
            <Message message={message} />
          </li>
        ))}
      </Messages>
    </Section>
  );
}
