import { chakra } from '@chakra-ui/react';
import { ClipboardList } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { getAccountPolicy, postAccountNotice } from '#contract/sessionAccount';
import { seesEverything } from '#domain/people/rights';
import { instantMs } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { useAnswer } from '#hooks/useAnswer';
import { useIsPast } from '#hooks/IntentContext';
import { useAppSelector } from '#hooks/useAppSelector';
import { useOwnAccount } from '#hooks/OwnAccountContext';
import { useSave } from '#hooks/useSave';
import { selectRole } from '#state/session';
import { Button } from '#ui/Button';

const Notice = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '4px 12px',
    p: '12px',
    bg: 'bg.raised',
    border: '1px solid',
    borderColor: 'border.control',
    borderRadius: 'popup',
  },
});
const Title = chakra('h2', { base: { fontWeight: 600 } });
const Text = chakra('p', { base: { gridColumn: { base: '1 / -1', md: '2' }, color: 'fg.muted', maxWidth: '1080px' } });
// On a low screen the text scrolls, so the buttons stay visible.
const Actions = chakra('span', {
  base: {
    gridColumn: { base: '1 / -1', md: '2' },
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    pt: '4px',
    bg: 'bg.raised',
  },
});

const WHAT = 'The screens that you open, the commands and changes that you send and what came of them are kept under your name';
const NOT = 'What you type, what screens show and secrets are not.';
const FOLLOW = 'Whoever uses this browser can follow your screens in its timeline.';

/**
 * Renders the notice that accounts of sessions are kept, for a user who has not seen it: their content, for how long, and who sees them. The notice is below
 * the screen and blocks nothing, so Stop stays within reach. Nothing is kept until "I have read this"; a closed notice returns at the next start. While the
 * account is kept, this component sends it. Source: SACCT9, SACCT10.
 */
export function AccountNotice() {
  const id = useId();
  const isPast = useIsPast();
  const { account } = useOwnAccount();
  useEffect(() => account?.setPast(isPast), [account, isPast]);
  const { answer, refresh } = useAnswer(getAccountPolicy, {});
  const isStaff = seesEverything(useAppSelector(selectRole));
  const [isLater, setLater] = useState(false);
  const { save, isSaving, alert } = useSave(postAccountNotice, { onSettled: refresh });
  if (isPast || isLater || answer === undefined || !answer.is_on || instantMs(answer.notice_seen_at) !== null) return null;
  const others = isStaff ? 'the staff' : 'your organisation';
  return (
    <Notice role="dialog" aria-live="polite" aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <ClipboardList aria-hidden="true" />
      <Title id={`${id}title`}>{isStaff ? 'The staff keeps accounts of sessions' : 'Your organisation keeps accounts of sessions'}</Title>
      <Text id={`${id}text`}>
        {WHAT} for {countText(answer.days, 'day')}. {NOT} You see them, others of {others} only while you share them. {FOLLOW} Until you
        have read this, nothing is kept.
      </Text>
      <Actions>
        <Button variant="solid" disabled={isSaving} onClick={() => save({ params: {}, body: {} })}>
          I have read this
        </Button>
        <Button variant="ghost" onClick={() => setLater(true)}>
          Not now
        </Button>
        {alert !== undefined && <span role="alert">{alert}</span>}
      </Actions>
    </Notice>
  );
}
