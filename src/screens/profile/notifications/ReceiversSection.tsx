import { chakra } from '@chakra-ui/react';
import { BellOff, BellRing } from 'lucide-react';
import type { PushReceiver } from '#contract/notification';
import type { PushState } from '#hooks/PushContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { pressedOnce } from '#ui/pressedOnce';
import { Section } from '#ui/Section';
import { TimeText } from '#widgets/TimeText';
import { useReceivers } from './useReceivers.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '12px',
    rowGap: '4px',
    minHeight: { base: '44px', lg: '40px' },
  },
});
const What = chakra('span', { base: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, flex: '1 1 240px' } });
const Name = chakra('span', { base: { minWidth: 0, overflowWrap: 'anywhere' } });
const List = chakra('ul', { base: { listStyle: 'none', margin: 0, padding: 0 } });

/** The text for a browser that is not registered. */
const HINTS: Readonly<Record<Exclude<PushState, 'on'>, string>> = {
  unsupported: 'This browser cannot receive notifications. On an iPhone or iPad, add the console to the home screen first.',
  blocked: 'Notifications of this site are blocked in the settings of this browser.',
  off: 'This browser receives no notifications.',
};

interface OtherProps {
  readonly receiver: PushReceiver;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

function Other({ receiver: { label, created_at }, disabled, onRemove }: OtherProps) {
  const name = label === '' ? 'Browser' : label;
  return (
    <Line as="li">
      <What>
        <Name>{name}</Name>
        <chakra.span color="fg.muted" textStyle="meta">
          since <TimeText at={created_at} />
        </chakra.span>
      </What>
      <Button variant="ghost" disabled={disabled} {...pressedOnce(onRemove)} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </Line>
  );
}

/** Renders the browsers that receive notifications, this one first. Announced by `web_push`. Source: PUSH5, PUSH6. */
export function ReceiversSection() {
  const { state, own, others, problem, isBusy, isPossible, start, end, test } = useReceivers();
  const isOff = isBusy || !isPossible;
  return (
    <Section
      title="Browsers that notify you"
      end={own === undefined && others.length === 0 ? undefined : `${others.length + (own ? 1 : 0)}`}
    >
      {problem !== undefined && <Banner tone="error">{problem}</Banner>}
      <Line aria-busy={isBusy}>
        <What>
          {own === undefined ? <BellOff size={18} aria-hidden="true" /> : <BellRing size={18} aria-hidden="true" />}
          {own === undefined ? HINTS[state === undefined || state === 'on' ? 'off' : state] : `This browser (${own.label}) notifies you.`}
        </What>
        {own !== undefined && (
          <>
            <Button disabled={isOff} onClick={() => test(own)}>
              Send a test
            </Button>
            <Button disabled={isOff} {...pressedOnce(() => end(own))}>
              Stop notifying
            </Button>
          </>
        )}
        {own === undefined && (state === 'off' || state === 'on') && (
          <Button variant="solid" disabled={isOff} {...pressedOnce(start)}>
            Notify this browser
          </Button>
        )}
      </Line>
      {others.length > 0 && (
        <List aria-label="Other browsers">
          {others.map((receiver) => (
            <Other key={receiver.id} receiver={receiver} disabled={isOff} onRemove={() => end(receiver)} />
          ))}
        </List>
      )}
    </Section>
  );
}
