import { chakra } from '@chakra-ui/react';
import { Sparkles } from 'lucide-react';
import { useContext, useState } from 'react';
import type { Device } from '#contract/devices/device';
import { postGenerateCredentials } from '#contract/devices/deviceCredential';
import { endings } from '#domain/text/endings';
import { algorithmsOf, algorithmText, firstAlgorithm } from '#domain/devices/credentials';
import { useFeature } from '#hooks/features';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useDownload } from '#hooks/useDownload';
import { useOnSettled } from '#hooks/useOnSettled';
import { IntentContext } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { FieldContainer } from '#ui/Field';
import { Select } from '#ui/Select';
import { useConfirm } from '#ui/useConfirm';
import { DownloadProgress } from '#widgets/DownloadProgress';

const GENERATED = 'The credentials are generated and saved in a file';
const MAY_BE_GENERATED = 'New credentials may have been made, and the former key may no longer count: generate again.';
const Form = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: '8px',
    pt: '16px',
  },
});
const Choice = chakra('div', { base: { flex: '1 1 160px' } });

type Algorithm = ReturnType<typeof firstAlgorithm>;

interface Props {
  readonly device: Device;
  /** Called after every attempt: without the file, too, the former credentials may be replaced. */
  readonly onGenerated: () => void;
}

/** Renders the form that generates new credentials; their private part is saved as a file and never shown. Source: MGMT-040, MGMT-041, FORM15, CRED5. */
export function GenerateCredentials({ device: { serial, device_type }, onGenerated }: Props) {
  const sendIntent = useContext(IntentContext);
  const [picked, choose] = useState<Algorithm | null>(null);
  // The type may be corrected while the form is shown.
  const chosen = algorithmsOf(device_type).find((offered) => offered === picked) ?? firstAlgorithm(device_type);
  const name = useDeviceLabel(serial);
  // The saved file contains a key.
  const renews = useFeature('device_tokens');
  const { confirm, question } = useConfirm();
  const file = useDownload(postGenerateCredentials);
  const { isLoading, isPossible } = file;
  useOnSettled({ isPending: isLoading }, () => {
    if (file.failure === undefined) sendIntent?.({ kind: 'alert.raised', tone: 'success', text: GENERATED });
    onGenerated();
  });
  return (
    <Form
      aria-label="Generate Credentials"
      onSubmit={(event) => {
        event.preventDefault();
        confirm(`New ${algorithmText(chosen)} credentials of ${name} will be generated. ${endings.newCredentials(name, renews)}`, () =>
          file.download({ serial }, undefined, { algorithm_type: chosen }),
        );
      }}
    >
      <Choice>
        <AlgorithmSelect device_type={device_type} chosen={chosen} disabled={isLoading || !isPossible} onChoose={choose} />
      </Choice>
      <Button type="submit" variant="outline" height={{ lg: '36px' }} aria-busy={isLoading} disabled={isLoading || !isPossible}>
        <Sparkles aria-hidden="true" />
        {isLoading ? 'Generating' : 'Generate Credentials'}
      </Button>
      <DownloadProgress of={file} what="the credentials" unsure={MAY_BE_GENERATED} />
      {question}
    </Form>
  );
}

interface AlgorithmProps {
  readonly device_type: string;
  readonly chosen: Algorithm;
  readonly disabled: boolean;
  readonly onChoose: (algorithm: Algorithm) => void;
}

function AlgorithmSelect({ device_type, chosen, disabled, onChoose }: AlgorithmProps) {
  const offered = algorithmsOf(device_type);
  return (
    <FieldContainer label="Algorithm Type">
      {({ id }) => (
        <Select
          id={id}
          size="lg"
          options={offered.map((value) => ({ value, label: algorithmText(value) }))}
          value={chosen}
          disabled={disabled}
          onValue={(value) => onChoose(offered.find((one) => one === value) ?? chosen)}
        />
      )}
    </FieldContainer>
  );
}
