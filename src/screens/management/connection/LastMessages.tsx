import { chakra } from '@chakra-ui/react';
import { Check, CircleX, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReceivedMessage } from '#contract/devices/deviceConnection';
import { Button } from '#ui/Button';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';
import { useSaveFile } from '#ui/SaveFileContext';
import { TimeText } from '#widgets/TimeText';
import { PayloadView } from './PayloadView.tsx';
import { messageText } from '#domain/devices/payloadLines';

const LOOKS = {
  read: { tone: 'plain', icon: Check },
  partly: { tone: 'warning', icon: TriangleAlert },
  dropped: { tone: 'error', icon: CircleX },
} as const;

const lookOf = (outcome: string) => (outcome === 'read' || outcome === 'partly' ? LOOKS[outcome] : LOOKS.dropped);

const COLUMNS = '60px 76px minmax(0, 1fr) 60px 90px';
const Heads = chakra('div', {
  base: {
    display: { base: 'none', lg: 'grid' },
    gridTemplateColumns: COLUMNS,
    columnGap: '10px',
    py: '6px',
    borderBottom: '1px solid',
    borderColor: 'border',
    textStyle: 'meta',
  },
});
const Head = chakra('span', { variants: { isNumber: { true: { textAlign: 'end' } } } });
const HEADS = ['Received', 'Topic', 'How it was read'];
const NUMBER_HEADS = ['Size', 'Acknowledged'];

const Messages = chakra('ul', { base: { listStyle: 'none' } });
const Line = chakra('li', { base: { borderBottom: '1px solid', borderColor: 'border.muted', py: '4px' } });
const Summary = chakra('summary', {
  base: {
    display: { base: 'flex', lg: 'grid' },
    gridTemplateColumns: COLUMNS,
    flexWrap: 'wrap',
    alignItems: 'center',
    position: 'relative',
    gap: { base: '2px 14px', lg: '2px 10px' },
    cursor: 'pointer',
    minHeight: { base: '44px', lg: '28px' },
  },
});
const Figure = chakra('span', { base: { color: 'fg.muted', textAlign: 'end', ms: { base: 'auto', lg: '0' } } });
const Topic = chakra('span', { base: { minWidth: 0, overflowWrap: 'anywhere' } });
/** The column heading contains the text for sighted users. */
const Words = chakra('span', {
  base: { lg: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } },
});

function Message({ message }: { readonly message: ReceivedMessage }) {
  const { received_at, topic, size, outcome, acknowledged_ms: ms } = message;
  const { tone, icon } = lookOf(outcome);
  return (
    <details>
      <Summary>
        <TimeText at={received_at} show="time" />
        <Topic translate="no">{topic}</Topic>
        <Mark tone={tone} icon={icon} wraps>
          {messageText(message)}
        </Mark>
        <Figure>{size} B</Figure>
        <Figure>
          {ms !== null && <Words>acknowledged after </Words>}
          {ms === null ? 'not acknowledged' : `${Math.round(ms)} ms`}
        </Figure>
      </Summary>
      <PayloadView message={message} />
    </details>
  );
}

/**
 * Returns the keys of messages, newest first: the same for a message until it leaves the list, so that an opened one stays open. Equal ones are counted from the
 * oldest. Source: CONN8.
 */
function keysOf(messages: readonly ReceivedMessage[]): readonly string[] {
  const counts = new Map<string, number>();
  return messages
    .toReversed()
    .map(({ received_at, topic, size }) => {
      const own = `${received_at} ${topic} ${size}`;
      const count = (counts.get(own) ?? 0) + 1;
      counts.set(own, count);
      return `${own} ${count}`;
    })
    .toReversed();
}

interface Props {
  readonly serial: string;
  readonly messages: readonly ReceivedMessage[];
}

/** Renders the newest messages of a device unchanged, and how each was read; the list does not move while it is being read. */
export function LastMessages({ serial, messages }: Props) {
  const [held, setHeld] = useState<readonly ReceivedMessage[] | null>(null);
  const shown = held ?? messages;
  const keys = keysOf(shown);
  const save = useSaveFile();
  const saveAll = () => save?.(`${serial}_messages.json`, { text: JSON.stringify(shown, null, 2), type: 'application/json' });
  return (
    <Section title="Last messages">
      <chakra.div display="flex" flexWrap="wrap" gap="8px 12px" alignItems="center">
        <chakra.span color="fg.muted" htmlTranslate="no">{`devices/${serial}/…`}</chakra.span>
        <Button onClick={() => setHeld(held === null ? messages : null)}>{held === null ? 'Pause' : 'Go on'}</Button>
        <Button disabled={save === null || shown.length === 0} onClick={saveAll}>
          <Download aria-hidden="true" />
          Download
        </Button>
      </chakra.div>
      {shown.length === 0 && <chakra.p color="fg.muted">No message has come since the server knows</chakra.p>}
      {shown.length > 0 && (
        <Heads aria-hidden="true">
          {HEADS.map((head) => (
            <Head key={head}>{head}</Head>
          ))}
          {NUMBER_HEADS.map((head) => (
            <Head key={head} isNumber>
              {head}
            </Head>
          ))}
        </Heads>
      )}
      <Messages>
        {shown.map((message, index) => (
          <Line key={keys[index]}>
            <Message message={message} />
          </Line>
        ))}
      </Messages>
    </Section>
  );
}
