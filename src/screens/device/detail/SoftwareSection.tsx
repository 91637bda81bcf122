import { chakra } from '@chakra-ui/react';
import type { SoftwareInfo } from '#contract/fleet/dataGroup';
import { MISSING } from '#domain/text/numbers';
import { softwareMessage, type SoftwareMessage } from '#domain/devices/software';
import { useDeviceData } from '#hooks/useDeviceData';
import { KeyValues } from '#ui/KeyValues';
import { Mark } from '#ui/Mark';
import type { Tone } from '#ui/palette';
import { toneIcon } from '#ui/toneIcon';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { field } from './fieldRow.ts';
import { useDeviceReported } from '../useDeviceReported.ts';

const tones: Readonly<Record<SoftwareMessage['tone'], Tone>> = { success: 'online', warning: 'warning', danger: 'error' };

// The messages are sentences and may wrap.
const Sentence = chakra('span', { base: { display: 'inline-flex', textAlign: 'start' } });

function Status({ info }: { readonly info: SoftwareInfo }) {
  const message = softwareMessage(info);
  if (message === null) return <>{info.software_status || MISSING}</>;
  const { tone, text } = message;
  return (
    <Sentence>
      <Mark tone={tones[tone]} icon={toneIcon[tones[tone]]} wraps>
        {text}
      </Mark>
    </Sentence>
  );
}

/** Renders "Software Version" of a device, and whether all its components have the same version. */
export function SoftwareSection({ serial }: { readonly serial: string }) {
  const query = useDeviceData(serial, 'sw_version');
  return (
    <AnsweredSection title="Software Version" query={query} reported={useDeviceReported(serial)}>
      {({ sw_version }) => (
        <KeyValues
          rows={[
            field('Software version', sw_version?.software_version, 'sw_version.sw_version.software_version'),
            field('Status', sw_version == null ? null : <Status info={sw_version} />, 'sw_version.sw_version.software_status'),
          ]}
        />
      )}
    </AnsweredSection>
  );
}
