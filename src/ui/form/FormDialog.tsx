import { useId } from 'react';
import { chakra } from '@chakra-ui/react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { FormBody, type FormProps, SubmitButton, useSubmit } from './Form.tsx';

interface Props extends FormProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly width?: number | undefined;
}

/** Renders a form in a dialog: with unsaved changes, Escape, Cancel and a press outside need confirmation. */
export function FormDialog({ title, onClose, width = 480, ...form }: Props) {
  const id = useId();
  const { canSubmit, submit, leave, isSaving, hold } = useSubmit(form);
  const close = () => (isSaving ? undefined : leave(onClose));
  return (
    <Dialog
      open
      title={title}
      width={width}
      onClose={close}
      actions={
        <>
          <Button variant="raised" size="lg" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <SubmitButton {...form} form={id} canSubmit={canSubmit} isInDialog />
        </>
      }
    >
      <chakra.div mt="4">
        <FormBody id={id} label={title} alert={form.saving.alert} isSaving={isSaving} hold={hold} submit={submit} fillsDialog>
          {form.children}
        </FormBody>
      </chakra.div>
    </Dialog>
  );
}
