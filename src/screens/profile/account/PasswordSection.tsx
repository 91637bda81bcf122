import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { postChangePassword } from '#contract/identity';
import { endings } from '#domain/text/endings';
import { passwordProblem } from '#domain/people/newPassword';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { Section } from '#ui/Section';
import { useOutcome } from './useOutcome.ts';

const EMPTY = { password: '', new_password: '', again: '' };
type Fields = typeof EMPTY;

/** Validates the form; a difference between the two new passwords is reported at the second one. */
function problemsOf({ password, new_password, again }: Fields, email: string) {
  return {
    password: password === '' ? 'Type your present password.' : undefined,
    new_password: passwordProblem({ password: new_password, again: new_password }, email) ?? undefined,
    again: again === new_password ? undefined : 'The two passwords differ.',
  };
}

const typed = { type: 'password', maxLength: 800, autoCapitalize: 'off', spellCheck: false } as const;

function ChangePassword({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const draft = useDraft<Fields>(EMPTY, { problems: (fields) => problemsOf(fields, email) });
  const { send, savingOf, refusedField } = useOutcome(postChangePassword, {
    saved: 'Your password is changed',
    onSaved: onClose,
    unsure: 'Your password may be changed',
  });
  const saving = savingOf('password', 'new_password');
  const { password, new_password } = draft.value;
  const text = { ...typed, readOnly: saving.isSaving };
  return (
    <FormDialog
      title="Change password"
      draft={draft}
      saving={saving}
      word="Change password"
      savingWord="Changing"
      onSubmit={() => send({ params: {}, body: { password, new_password } })}
      onClose={onClose}
    >
      <p>{endings.changePassword()}</p>
      {/* Rendered for password managers, which store a password under its user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field {...refusedField('password', draft.field('password'))} {...text} label="Present password" autoComplete="current-password" />
      <Field
        {...refusedField('new_password', draft.field('new_password'))}
        {...text}
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. Four unrelated words make a good one."
      />
      <Field {...draft.field('again')} {...text} label="New password again" autoComplete="new-password" />
    </FormDialog>
  );
}

/** Renders the form that changes the password of the user's own account. Source: PEOPLE9. */
export function PasswordSection({ email, disabled }: { readonly email: string; readonly disabled: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Password">
      <chakra.p color="fg.muted" py="6px">
        {endings.changePassword()}
      </chakra.p>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        Change password
      </Button>
      {isOpen && <ChangePassword email={email} onClose={() => setOpen(false)} />}
    </Section>
  );
}
