/** A form on a page: fields, alert, button, and the state of saving. */

import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type ReactNode, useContext, useId } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { SavingContext, SavingPartsContext, useSavingParts } from '../SavingContext.ts';
import { useUnsaved } from './leaveGuard.ts';
import { SubmitContext } from './SubmitContext.ts';
import type { Draft } from './useDraft.ts';

const Fields = chakra('form', {
  base: {
    display: 'grid',
    gap: '20px',
    width: '100%',
    minWidth: 0,
  },
});
const Foot = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' } });

/** The state of saving a form. */
export interface Saving {
  readonly isSaving: boolean;
  /** The reason why the last save failed; cleared by the next save. */
  readonly alert: string | undefined;
}

/** Properties shared by the form on a page and the form in a dialog. */
export interface FormProps {
  readonly draft: Pick<Draft<object>, 'isChanged' | 'isValid' | 'hiddenProblem'>;
  readonly saving: Saving;
  /** The button's label, e.g. 'Create Location'. */
  readonly word: string;
  /** The button's label while saving. */
  readonly savingWord?: string | undefined;
  readonly onSubmit: () => void;
  readonly isDisabled?: boolean | undefined;
  /** The fields; read-only while saving. */
  readonly children: ReactNode;
}

/**
 * Returns whether the form may be submitted, and guards the page while the form has unsaved changes. `isSaving` is also true while a part of the form is
 * saving, such as the button that removes its entity.
 */
export function useSubmit({
  draft,
  saving,
  isDisabled = false,
  onSubmit,
}: Pick<FormProps, 'draft' | 'saving' | 'isDisabled' | 'onSubmit'>) {
  const leave = useUnsaved(draft.isChanged);
  const isPossible = useContext(SubmitContext) === null;
  const { isPartSaving, hold } = useSavingParts();
  const isSaving = saving.isSaving || isPartSaving;
  const canSubmit = draft.isChanged && draft.isValid && !isSaving && !isDisabled && isPossible;
  return { canSubmit, leave, isSaving, hold, submit: () => (canSubmit ? onSubmit() : undefined) };
}

interface BodyProps {
  readonly id: string;
  readonly label: string;
  readonly alert: string | undefined;
  readonly isSaving: boolean;
  readonly hold: ReturnType<typeof useSavingParts>['hold'];
  readonly submit: () => void;
  /** Whether the form is as wide as its dialog. */
  readonly fillsDialog?: boolean;
  readonly children: ReactNode;
}

/** Renders the form element, with the failure of the last save above its fields. */
export function FormBody({ id, label, alert, isSaving, hold, submit, fillsDialog = false, children }: BodyProps) {
  return (
    <Fields
      id={id}
      maxWidth={fillsDialog ? undefined : '480px'}
      noValidate
      aria-label={label}
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {alert !== undefined && <Banner tone="error">{alert}</Banner>}
      <SavingPartsContext value={hold}>
        <SavingContext value={isSaving}>{children}</SavingContext>
      </SavingPartsContext>
    </Fields>
  );
}

const Why = chakra('span', {
  base: { textStyle: 'meta', color: 'fg.subtle' },
  // Placed so that the buttons do not move when the text appears.
  variants: { isInDialog: { true: { order: -1, flex: '1 1 160px', alignSelf: 'center' } } },
});

interface ButtonProps extends Pick<FormProps, 'word' | 'savingWord' | 'draft' | 'saving'> {
  readonly form: string;
  readonly canSubmit: boolean;
  readonly isInDialog?: boolean;
}

/** Renders the submit button; a disabled button is described by the problem that blocks it. */
export function SubmitButton({ form, word, savingWord = 'Saving', draft, saving, canSubmit, isInDialog = false }: ButtonProps) {
  const impossible = useContext(SubmitContext);
  const why = impossible ?? (draft.isChanged ? draft.hiddenProblem : undefined);
  return (
    <>
      <Button
        type="submit"
        form={form}
        variant="solid"
        size="lg"
        disabled={!canSubmit}
        aria-describedby={why === undefined ? undefined : `${form}-why`}
      >
        <Check aria-hidden="true" />
        {saving.isSaving ? savingWord : word}
      </Button>
      {why !== undefined && (
        <Why id={`${form}-why`} isInDialog={isInDialog}>
          {why}
        </Why>
      )}
    </>
  );
}

/** Renders a form on a page: fields, failure, button, and the confirmation before unsaved changes are lost. */
export function Form({ label, onCancel, ...form }: FormProps & { readonly label: string; readonly onCancel?: (() => void) | undefined }) {
  const id = useId();
  const { canSubmit, submit, leave, isSaving, hold } = useSubmit(form);
  return (
    <FormBody id={id} label={label} alert={form.saving.alert} isSaving={isSaving} hold={hold} submit={submit}>
      {form.children}
      <Foot>
        <SubmitButton {...form} form={id} canSubmit={canSubmit} />
        {onCancel !== undefined && (
          <Button variant="ghost" size="lg" disabled={isSaving} onClick={() => leave(onCancel)}>
            Cancel
          </Button>
        )}
      </Foot>
    </FormBody>
  );
}
