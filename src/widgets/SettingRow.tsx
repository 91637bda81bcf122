import { chakra } from '@chakra-ui/react';
import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { SettingLabel, SettingLine, SettingValue } from './SettingLine.tsx';
import type { Setting } from './useSettings.ts';

const Form = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: '8px',
    gridColumn: { base: '1 / -1', md: '2 / -1' },
    // Space for the focus ring of a field, which must not touch the label above it.
    mt: { base: '6px', md: 0 },
  },
});
const Input = chakra('div', { base: { flex: { base: '1 0 100%', md: '1 1 160px' }, maxWidth: { md: '460px' } } });
const Act = chakra(Button, { base: { height: { base: '44px', lg: '36px' } } });

interface Props {
  readonly label: string;
  readonly setting: Setting;
  /** The value as displayed. */
  readonly shown: ReactNode;
  /** The label of the save button. */
  readonly word?: string | undefined;
  /** Renders the input of the draft, which should take the focus. */
  readonly children: (draft: string) => ReactNode;
}

/** Renders one setting: its value with an edit button, or its input with save and cancel. Enter saves, Escape cancels. */
export function SettingRow({ label, setting, shown, word = 'Save', children }: Props) {
  const { draft, isPossible, put, value } = setting;
  const [wasEdited, setWasEdited] = useState(false);
  const begin = () => {
    setWasEdited(true);
    put(value);
  };
  return (
    <SettingLine role="group" aria-label={label}>
      <SettingLabel>{label}</SettingLabel>
      {draft === null && <SettingValue>{shown}</SettingValue>}
      {draft === null && (
        <Button aria-label={`Edit ${label}`} disabled={!isPossible} autoFocus={wasEdited} onClick={begin}>
          <Pencil aria-hidden="true" />
          Edit
        </Button>
      )}
      {draft !== null && (
        <SettingForm setting={setting} word={word}>
          {children(draft)}
        </SettingForm>
      )}
    </SettingLine>
  );
}

interface FormProps extends Pick<Props, 'setting'> {
  readonly word: string;
  readonly children: ReactNode;
}

function SettingForm({ setting: { ends, isSaving, canSave, save, cancel }, word, children }: FormProps) {
  const { confirm, question } = useConfirm();
  const leave = () => (isSaving ? undefined : cancel());
  return (
    <>
      <Form
        noValidate
        aria-busy={isSaving}
        onKeyDown={({ key }) => (key === 'Escape' ? leave() : undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) confirm(ends, save);
        }}
      >
        <Input>{children}</Input>
        <Act type="submit" disabled={!canSave}>
          <Check aria-hidden="true" />
          {isSaving ? 'Saving' : word}
        </Act>
        <Act variant="ghost" disabled={isSaving} onClick={leave}>
          Cancel
        </Act>
      </Form>
      {/* Rendered next to the form, because Escape in the question must not cancel the edit. */}
      {question}
    </>
  );
}
