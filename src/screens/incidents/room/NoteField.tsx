import { chakra } from '@chakra-ui/react';
import { type ReactNode, type Ref, useState } from 'react';
import { incidentNoteProblem } from '#domain/incidents/incidentNote';
import { Button } from '#ui/Button';
import { TextArea } from '#ui/TextArea';

const Form = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '8px', py: '6px', flex: 1, minWidth: 0 } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The error of the last attempt. */
  readonly alert: string | undefined;
  /** True while the text is being saved, which would lose what is typed meanwhile. */
  readonly isSaving: boolean;
  readonly isDisabled: boolean;
  readonly onSave: (text: string) => void;
  /** The label of its button. */
  readonly action: string;
  readonly fieldRef?: Ref<HTMLTextAreaElement>;
  readonly children?: ReactNode;
}

/** Renders the field of a note with its button; the text stays until it is saved. */
export function NoteField({ label, hint, text, onText, alert, isSaving, isDisabled, onSave, action, fieldRef, children }: FieldProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = () => {
    const found = incidentNoteProblem(text);
    setProblem(found);
    if (found === undefined) onSave(text);
  };
  const change = (typed: string) => {
    setProblem(undefined);
    onText(typed);
  };
  return (
    <Form>
      <TextArea label={label} value={text} onValue={change} problem={problem ?? alert} readOnly={isSaving} ref={fieldRef} hint={hint} />
      <Buttons>
        <Button size="sm" variant="raised" disabled={isSaving || isDisabled} onClick={save}>
          {action}
        </Button>
        {children}
      </Buttons>
    </Form>
  );
}
