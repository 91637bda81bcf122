import { chakra } from '@chakra-ui/react';
import { Check, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Device } from '#contract/devices/device';
import { fieldName } from '#domain/devices/metadataField';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { FormerValues } from '#widgets/FormerValues';
import { KeptHere } from '#widgets/KeptHere';
import { MetadataInput } from './MetadataInput.tsx';
import { MetadataValue } from './MetadataValue.tsx';
import { METADATA_UNKNOWN, useMetadata } from './useMetadata.ts';
import type { Secrets } from './useSecrets.ts';

const Fields = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '16px 20px',
    alignItems: 'start',
    py: '14px',
  },
  variants: { isOne: { true: { gridTemplateColumns: 'minmax(0, 1fr)' } } },
});
const Form = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' } });
const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px', pt: '4px' } });

interface Props {
  readonly device: Device;
  readonly secrets: Secrets;
}

/** Renders "Metadata" of a device: the fields that its type defines, read-only or as a form. Source: MGMT-021..037. */
export function MetadataSection({ device, secrets }: Props) {
  const metadata = useMetadata(device, secrets);
  const { fields, former, isKnown, isEditing, isPossible, edit } = metadata;
  const [wasEdited, setWasEdited] = useState(false);
  const begin = () => {
    setWasEdited(true);
    edit();
  };
  if (isEditing) return <MetadataForm device={device} metadata={metadata} />;
  return (
    <Section
      title="Metadata"
      end={
        <Button aria-label="Edit Metadata" disabled={!isPossible || !isKnown} autoFocus={wasEdited} onClick={begin}>
          <Pencil aria-hidden="true" />
          Edit
        </Button>
      }
    >
      {!isKnown && <Banner tone="quiet">{METADATA_UNKNOWN}</Banner>}
      {fields.map((one) => (
        <MetadataValue key={fieldName(one.field)} of={one} isKnown={isKnown} areSecretsShown={secrets.metadata !== undefined} />
      ))}
      {former.length > 0 && (
        <FormerValues label="Former metadata" note="The device has not asked since they changed. Before:" values={former} />
      )}
    </Section>
  );
}

function MetadataForm({ device, metadata }: Pick<Props, 'device'> & { readonly metadata: ReturnType<typeof useMetadata> }) {
  const { fields, isKnown, isSaving, canSave, problem, cancel, save } = metadata;
  const leave = () => (isSaving ? undefined : cancel());
  return (
    <Section title="Metadata">
      <Form
        noValidate
        autoComplete="off"
        aria-label="Metadata"
        aria-busy={isSaving}
        onKeyDown={({ key }) => (key === 'Escape' ? leave() : undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Fields isOne={fields.length === 1}>
          {fields.map((one) => (
            <MetadataInput key={fieldName(one.field)} of={one} disabled={isSaving} />
          ))}
        </Fields>
        <KeptHere devices={[device]} part="metadata" />
        {!isKnown && <Banner tone="warning">{METADATA_UNKNOWN}</Banner>}
        {problem !== undefined && <Banner tone="warning">{problem}</Banner>}
        <Acts>
          <Button type="submit" variant="solid" disabled={!canSave}>
            <Check aria-hidden="true" />
            {isSaving ? 'Saving' : 'Save'}
          </Button>
          <Button variant="ghost" disabled={isSaving} onClick={leave}>
            Cancel
          </Button>
        </Acts>
      </Form>
    </Section>
  );
}
