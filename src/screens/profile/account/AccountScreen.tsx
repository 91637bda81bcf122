import { chakra } from '@chakra-ui/react';
import { useContext } from 'react';
import { getLocales } from '#contract/identity';
import { typedAddress } from '#domain/people/typedAddress';
import { userTypeText } from '#domain/text/titleCase';
import { useFeature } from '#hooks/features';
import { RecordingContext } from '#hooks/RecordingContext';
import { selectProfile } from '#state/session';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { KeyValues } from '#ui/KeyValues';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { FileSection } from './FileSection.tsx';
import { RecordingSection } from './RecordingSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { ZoneSection } from './ZoneSection.tsx';

/**
 * The Account screen of the signed-in user: First name, Family name, Locale, Mail address, User type. A locale is shown by its code until its name is loaded.
 */
export function AccountScreen() {
  const profile = useAppSelector(selectProfile);
  const recording = useContext(RecordingContext);
  const isPast = useIsPast();
  const managesAccount = useFeature('accounts') && profile !== null;
  const { answer: locales } = useAnswer(getLocales, {});
  const locale = locales?.result.find(({ id }) => id === profile?.locale)?.name.trim() || profile?.locale;
  return (
    <Page>
      <chakra.div maxWidth="640px" display="grid" gap="24px">
        <Section title="Account">
          <KeyValues
            rows={[
              ['First name', profile?.first_name],
              ['Family name', profile?.family_name],
              ['Locale', locale],
              ['Mail address', profile?.email || null],
              ['User type', userTypeText(profile?.groups ?? [])],
            ]}
          />
          <chakra.p textStyle="meta" color="fg.subtle">
            What error codes mean is shown in your language where the list of error codes has it.
          </chakra.p>
        </Section>
        {managesAccount && (
          <>
            <PasswordSection email={typedAddress(profile.email)} disabled={isPast} />
            <SecondFactorSection disabled={isPast} />
          </>
        )}
        <ZoneSection />
        <FileSection />
        {recording !== null && <RecordingSection recording={recording} />}
      </chakra.div>
    </Page>
  );
}
