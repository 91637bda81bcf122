import { chakra } from '@chakra-ui/react';
import { OctagonX, X } from 'lucide-react';
import { useContext } from 'react';
import { activityOf, activityText } from '#domain/devices/activity';
import { notSentText, sentText } from '#domain/commands/commandRows';
import { notStoppedReason } from '#domain/commands/commandText';
import type { OwnCommand } from '#state/commands';
import { rowOf } from '#state/persistentRows';
import { useAppSelector } from '#hooks/useAppSelector';
import { IntentContext } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { pressedOnce } from '#ui/pressedOnce';
import { TimeText } from './TimeText.tsx';
import { useCommand } from './useCommand.ts';

const Notice = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: { base: 'start', sm: 'center' },
    gap: '12px',
    p: '12px',
    '@media (max-height: 400px)': { py: '4px' },
    bg: 'error.subtle',
    color: 'error.fg',
    border: '2px solid',
    borderColor: 'error.solid',
    borderRadius: 'popup',
  },
});
const Headline = chakra('strong', { base: { display: 'block', fontWeight: 700, overflowWrap: 'anywhere' } });
const Detail = chakra('span', { base: { textStyle: 'meta', overflowWrap: 'anywhere' } });
// On a phone, the actions are below the text, which would have no room next to them.
const Body = chakra('div', { base: { display: { base: 'block', sm: 'flex' }, alignItems: 'center', gap: '12px' } });
const Text = chakra('div', { base: { flex: 1, minWidth: 0 } });
// A low window shows a part of the notice, which scrolls; the actions stay visible. The padding leaves room for a focus ring.
const Actions = chakra('div', {
  base: { display: 'flex', gap: '8px', justifyContent: 'flex-end', position: 'sticky', bottom: 0, py: '4px', bg: 'error.subtle' },
});

/** Returns whether the server accepted the stop but the device did not confirm it. */
const wasSent = ({ failure }: OwnCommand): boolean => failure !== null && failure.status >= 200 && failure.status < 300;

/** Renders the state that the device reported after the failed stop, because another user may have stopped it. Nothing without a later report. */
function Since({ stop: { serial, givenAt } }: { readonly stop: OwnCommand }) {
  const row = useAppSelector((s) => rowOf(s.fleet.rows, serial));
  if (row === undefined || row.receivedAt <= givenAt) return null;
  return (
    <Detail display="block" aria-live="off">
      <span>It reports now:</span> <span>{activityText(activityOf(row.state))}</span>
    </Detail>
  );
}

interface Props {
  readonly stop: OwnCommand;
  /** Offset of the server's clock from the console's, in ms; the time of the stop is shown by the server's clock. Source: CLOCK9. */
  readonly offsetMs: number;
}

/**
 * Renders the reason why a stop did not stop its device, with Retry, until the user closes the message. In the past, it is marked as live and is read-only.
 */
export function FailedStop({ stop, offsetMs }: Props) {
  const sendIntent = useContext(IntentContext);
  const { send, deviceName: name } = useCommand('stop', stop.serial, {}, stop.deviceName);
  const isAmongPast = sendIntent === null;
  const reason = notStoppedReason(stop.failure ?? { status: 0, message: '' });
  return (
    // Not atomic: each later report of the device would otherwise cause the whole notice to be announced.
    <Notice role="alert" aria-atomic={false}>
      <OctagonX aria-hidden="true" />
      <Body>
        <Text>
          {isAmongPast && <Detail display="block">Now, not at the moment shown:</Detail>}
          <Headline>{`${name} NOT stopped: ${reason}. Use the stop button on the robot.`}</Headline>
          <Detail>
            <span>{wasSent(stop) ? sentText(name) : notSentText(name)}</span>, <TimeText at={stop.givenAt + offsetMs} />
          </Detail>
          {!isAmongPast && <Since stop={stop} />}
        </Text>
        {!isAmongPast && (
          <Actions>
            <Button variant="danger" aria-label={`Retry the stop of ${name}`} {...pressedOnce(send)}>
              Retry
            </Button>
            <IconButton
              aria-label={`Close the notice about ${name}`}
              {...pressedOnce(() => sendIntent({ kind: 'stop.dismissed', commandId: stop.id }))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </Actions>
        )}
      </Body>
    </Notice>
  );
}
