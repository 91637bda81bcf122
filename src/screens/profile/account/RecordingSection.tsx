import { chakra } from '@chakra-ui/react';
import { useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { endings } from '#domain/text/endings';
import { ageText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';
import type { RecordingSwitch } from '#hooks/RecordingContext';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Section } from '#ui/Section';
import { Switch } from '#ui/Switch';

const WHAT = 'This browser records what you saw for at most 12 hours, for you alone. The timeline (T) shows it.';

/** Renders the switch "Record this session" of the flight recorder; turning it off deletes the recording, after a confirmation. */
export function RecordingSection({ recording }: { readonly recording: RecordingSwitch }) {
  const isOn = useObservableState(recording.isOn$, true);
  const { from } = useObservableState(recording.status$, { from: null });
  const reach = useAppSelector((s) => (from === null ? null : ageText(Math.max(0, selectTickedAt(s) - from))));
  const [isAsking, setAsking] = useState(false);
  const answer = (isOff: boolean) => {
    setAsking(false);
    if (isOff) recording.turn(false);
  };
  return (
    <Section title="Recording" end={isOn && reach !== null ? `the last ${reach}` : undefined}>
      <chakra.p color="fg.muted" py="6px">
        {isOn ? WHAT : 'Recording is turned off.'}
      </chakra.p>
      <Switch isOn={isOn} onSwitch={(next) => (next ? recording.turn(true) : setAsking(true))}>
        Record this session
      </Switch>
      <chakra.a
        href="/replay"
        display="flex"
        width="fit-content"
        alignItems="center"
        minHeight={{ base: '44px', lg: '32px' }}
        color="accent.fg"
      >
        Open a recording
      </chakra.a>
      <ConfirmDialog open={isAsking} text={endings.stopRecording()} onYes={() => answer(true)} onNo={() => answer(false)} />
    </Section>
  );
}
