import { sshTarget } from '#contract/maintenance';
import { Section } from '#ui/Section';
import { Note } from '#ui/Note';
import { TargetRow } from './TargetRow.tsx';

/** How to sign in to the computers of a device; each is masked until somebody asks for it. Source: DEV-144..149. */
export function CredentialsSection({ serial }: { readonly serial: string }) {
  return (
    <Section title="SSH Credentials">
      {sshTarget.options.map((target) => (
        <TargetRow key={target} serial={serial} target={target} />
      ))}
      <Note>Every request is logged</Note>
    </Section>
  );
}
