import { chakra } from '@chakra-ui/react';
import { getAccountPolicy } from '#contract/sessionAccount';
import { accountSwitchesLink } from '#domain/addresses';
import { timeText } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { useIsPast } from '#hooks/IntentContext';
import { useOwnAccount } from '#hooks/OwnAccountContext';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectClockOffset } from '#state/clock';
import { Banner } from '#ui/Banner';
import { Section } from '#ui/Section';
import { Switch } from '#ui/Switch';
import { UnderlinedLink } from '#widgets/UnderlinedLink';

const Text = chakra('p', { base: { color: 'fg.muted', py: '4px', maxWidth: '720px' } });

/** Returns the state of the upload of this session's account, as text. */
function keptText(
  { lines, sentAt, isFailing }: Extract<ReturnType<typeof useOwnAccount>['state'], { kind: 'kept' }>,
  offsetMs: number,
): string {
  const sent = sentAt === null ? 'none was sent yet' : `last sent at ${timeText(sentAt + offsetMs)}`;
  return `${countText(lines, 'line')} of this session, ${sent}.${isFailing ? ' The server does not answer: they are sent later.' : ''}`;
}

/** Renders why no account is kept. */
function NotKept() {
  const { answer } = useAnswer(getAccountPolicy, {});
  if (answer === undefined) return null;
  if (answer.is_on) return <Text>Nothing of this session is kept before you have read the notice about it.</Text>;
  return (
    <Text>
      Nothing of this session is kept: accounts of sessions are switched off.{' '}
      {answer.organisations.length > 0 && <UnderlinedLink to={accountSwitchesLink()}>Users, Session Accounts</UnderlinedLink>}
    </Text>
  );
}

/** Renders the state of this session's account, and the switch that shares it; nothing in a replay. */
export function OwnSession() {
  const { account, state, isShared } = useOwnAccount();
  const isPast = useIsPast();
  const offsetMs = useAppSelector(selectClockOffset);
  if (account === null) return null;
  return (
    <Section title="This session" bare>
      {state.kind === 'off' && <NotKept />}
      {state.kind === 'refused' && <Banner tone="warning">{`This session is not kept any more. ${state.reason}`}</Banner>}
      {state.kind === 'kept' && (
        <>
          <Text>
            {keptText(state, offsetMs)} Shared, it is seen by others of the organisation, and so are later sessions in this browser.
          </Text>
          <Switch isOn={isShared} disabled={isPast} onSwitch={account.setShared}>
            Share within the organisation
          </Switch>
        </>
      )}
    </Section>
  );
}
