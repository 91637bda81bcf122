import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ConfigParameter } from '#contract/devices/configuration';
import { configValueText, readDraft, type ConfigDraft } from '#domain/configuration/configEdit';
import { valueProblem } from '#domain/configuration/configValue';
import { isSameValue, typeOfParameter } from '#domain/configuration/structuredValue';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import type { ParameterEdit } from './parameterEdit.ts';
import { ValueEditor } from './ValueEditor.tsx';

interface Props {
  readonly name: string;
  readonly parameter: ConfigParameter;
  readonly edit: ParameterEdit;
  /** True while the draft is what editing began with: it is not sent, so it has no problem. */
  readonly isUnchanged: boolean;
  /** Why the parameter is no longer editable. */
  readonly refusal: string | null;
  /** Why the last save failed. */
  readonly notSaved: string | null;
  readonly isSaving: boolean;
  /** True while another change is being saved. */
  readonly isWaiting: boolean;
  /** False in the past, where nothing can be saved. */
  readonly isPossible: boolean;
  readonly hasFocus: boolean;
  readonly onDraft: (draft: ConfigDraft) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const Form = chakra('form', {
  base: { display: 'grid', gap: '8px', py: '6px', minWidth: 0, gridColumn: { base: '1 / -1', md: '2 / -1' } },
});
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });
const Now = chakra('p', { base: { color: 'fg.muted', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } });
const Value = chakra('strong', { base: { color: 'fg' } });

/** Returns the key handler. Enter submits the form, in a multi-line field only together with Ctrl or Cmd; Escape cancels. */
function keysOf(confirm: () => void, cancel: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return cancel();
    const isLines = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && isLines && (event.ctrlKey || event.metaKey)) confirm();
    return undefined;
  };
}

/** Scrolls an element into view, so that the confirming buttons are visible after Edit was pressed at the lower edge. */
const bringIntoView = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' });

/** Renders the form of one change: input, problem, and the current value of the device if it has changed meanwhile. */
export function ParameterEditor(props: Props) {
  const { name, parameter, edit, refusal, notSaved, isSaving, isWaiting, isPossible } = props;
  const model = { ...parameter.model, type: typeOfParameter(parameter.model, parameter.value) };
  const problem = props.isUnchanged ? null : valueProblem(model, readDraft(model.type, edit.draft));
  const isOff = problem !== null || refusal !== null || isWaiting || !isPossible;
  const confirm = () => (isOff || isSaving ? undefined : props.onConfirm());
  const cancel = () => (isSaving ? undefined : props.onCancel());
  return (
    <Form
      ref={bringIntoView}
      aria-label={`Edit ${name}`}
      noValidate
      onKeyDown={keysOf(confirm, cancel)}
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <ValueEditor {...props} model={model} draft={edit.draft} problem={problem} isStill={isSaving} />
      {notSaved !== null && <Banner tone="warning">{notSaved}</Banner>}
      {!isSameValue(parameter.value, edit.seen) && (
        <Now role="status">
          {isPossible ? 'The device has now' : 'The device had then'}: <Value>{configValueText(parameter.value)}</Value>
        </Now>
      )}
      <Buttons>
        <Button type="submit" disabled={isOff} aria-disabled={isSaving}>
          <Check aria-hidden="true" />
          {isSaving ? 'Saving' : 'Confirm'}
        </Button>
        <Button variant="ghost" aria-disabled={isSaving} onClick={cancel}>
          Cancel
        </Button>
        {refusal}
      </Buttons>
    </Form>
  );
}
