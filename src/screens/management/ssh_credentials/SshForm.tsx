import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { Device } from '#contract/devices/device';
import { sshTarget } from '#contract/devices/maintenance';
import { SSH_NOTES } from '#domain/devices/sshChanges';
import { useFeature } from '#hooks/features';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { TargetFields } from './TargetFields.tsx';
import { useSshForm } from './useSshForm.ts';

/** Renders the form that updates the SSH credentials of all computers of a device. Source: MGMT-073..077, MGMT-079. */
export function SshForm({ device }: { readonly device: Device }) {
  const { targetOf, save, isSaving, isRemoving, isPossible, problem, question } = useSshForm(device);
  const keepsFormer = useFeature('ssh_former');
  return (
    <Section title="Update SSH Credentials">
      <form
        noValidate
        autoComplete="off"
        aria-label="Update SSH Credentials"
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {sshTarget.options.map((target) => (
          <TargetFields key={target} target={target} form={targetOf(target)} disabled={!isPossible || isSaving} />
        ))}
        <FieldNote>Every query is logged</FieldNote>
        {keepsFormer && <FieldNote>{SSH_NOTES.saving}</FieldNote>}
        {problem !== undefined && (
          <chakra.div mt="3">
            <Banner tone="warning">{problem}</Banner>
          </chakra.div>
        )}
        <chakra.div mt="4">
          <Button type="submit" variant="solid" size="lg" disabled={!isPossible || isSaving || isRemoving}>
            <Check aria-hidden="true" />
            {isSaving ? 'Updating' : 'Update SSH Credentials'}
          </Button>
        </chakra.div>
      </form>
      {question}
    </Section>
  );
}
