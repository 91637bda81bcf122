import { useState } from 'react';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { OpenByIdForm } from '#ui/OpenByIdForm';
import { Form, type Saving } from '#ui/form/Form';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { Example, Group } from './Example.tsx';
import { ignore, LONG } from './sampleTexts.ts';

const RESTING: Saving = { isSaving: false, alert: undefined };
const FORMS = [
  ['the form', RESTING],
  ['the saving form', { ...RESTING, isSaving: true }],
  ['the rejected form', { ...RESTING, alert: `The server refused: ${LONG}` }],
] as const;
const STORED = { name: 'Kas 3', city: '' };
const problems = (draft: typeof STORED) => ({ city: draft.city === '' ? 'The city is missing' : undefined });

function SampleForm({ label, saving }: { readonly label: string; readonly saving: Saving }) {
  const draft = useDraft(STORED, { problems });
  return (
    <Form label={label} draft={draft} saving={saving} word="Save" onSubmit={ignore} onCancel={ignore}>
      <Field label={`Name in ${label}`} {...draft.field('name')} />
      <Field label={`City in ${label}`} {...draft.field('city')} />
    </Form>
  );
}

function SampleDialog() {
  const [isOpen, setOpen] = useState(false);
  const draft = useDraft(STORED, { problems });
  const close = () => {
    draft.reset();
    setOpen(false);
  };
  return (
    <Example of="FormDialog">
      <Button onClick={() => setOpen(true)}>Open form dialog</Button>
      {isOpen && (
        <FormDialog title="Edit Location" draft={draft} saving={{ ...RESTING, alert: LONG }} word="Save" onSubmit={close} onClose={close}>
          <Field label="Name" {...draft.field('name')} />
          <Field label="City" {...draft.field('city')} />
        </FormDialog>
      )}
    </Example>
  );
}

/** Shows the forms, on a page and in a dialog. */
export function FormExamples() {
  return (
    <Group title="Forms">
      {FORMS.map(([label, saving]) => (
        <Example key={label} of="Form" stacked>
          <SampleForm label={label} saving={saving} />
        </Example>
      ))}
      <SampleDialog />
      <Example of="OpenByIdForm" wide stacked>
        <OpenByIdForm label="Treatment" word="Open" id="4711" read={(text) => (text === '' ? null : text)} onId={ignore}>
          <Button variant="ghost">Newest</Button>
        </OpenByIdForm>
      </Example>
    </Group>
  );
}
