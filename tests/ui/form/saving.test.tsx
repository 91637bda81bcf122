import { screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from '#ui/Button';
import { Checkbox } from '#ui/Checkbox';
import { EmailField } from '#ui/EmailField';
import { Field } from '#ui/Field';
import { FileField } from '#ui/FileField';
import { NumberField } from '#ui/NumberField';
import { useReportSaving } from '#ui/SavingContext';
import { Switch } from '#ui/Switch';
import { TextArea } from '#ui/TextArea';
import { ComboField } from '#ui/form/ComboField';
import { DateTimeField } from '#ui/form/DateTimeField';
import { Form } from '#ui/form/Form';
import { FormDialog } from '#ui/form/FormDialog';
import { SelectField } from '#ui/form/SelectField';
import { renderUi } from '../../support/renderUi.tsx';

const options = [
  { value: 'green', label: 'Green' },
  { value: 'blue', label: 'Blue' },
];
const texts = { text: String, parse: Number, day: () => '2026-11-26', onDay: () => 0, format: 'dd/mm/yyyy' };
const draft = { isChanged: true, isValid: true, hiddenProblem: undefined };

type OnChange = (value: unknown) => void;
const text = (onValue: OnChange) => ({ label: 'Fern', value: '4', onValue });
const fields: readonly (readonly [name: string, field: (onChange: OnChange) => ReactElement])[] = [
  ['text field', (onChange) => <Field {...text(onChange)} />],
  ['text area', (onChange) => <TextArea {...text(onChange)} />],
  ['number field', (onChange) => <NumberField {...text(onChange)} />],
  ['e-mail field', (onChange) => <EmailField {...text(onChange)} />],
  ['select', (onChange) => <SelectField {...text(onChange)} options={options} value="green" />],
  ['combobox', (onChange) => <ComboField {...text(onChange)} options={options} value="green" />],
  [
    'check box',
    (onChange) => (
      <Checkbox checked onChecked={onChange}>
        Fern
      </Checkbox>
    ),
  ],
  [
    'switch',
    (onChange) => (
      <Switch isOn onSwitch={onChange}>
        Fern
      </Switch>
    ),
  ],
  ['file field', (onChange) => <FileField label="Fern" accept=".zip" onFile={onChange} />],
  [
    'field for a time',
    (onChange) => (
      <DateTimeField label="Fern" texts={texts} at={0} onAt={onChange} stepName="Day" onStep={onChange} hasLater unreadable="" hint="" />
    ),
  ],
];

it.each(fields)('[FORM12] a %s changes nothing while its form is saving, and again when it is not', async (_, field) => {
  const changes: unknown[] = [];
  const form = (isSaving: boolean) => (
    <Form label="Ferns" draft={draft} saving={{ isSaving, alert: undefined }} word="Save" onSubmit={() => undefined}>
      {field((value) => void changes.push(value))}
    </Form>
  );
  const { user, again } = renderUi(form(true));
  const change = async () => {
    const control = screen.getByLabelText('Fern');
    if (control instanceof HTMLSelectElement) await user.selectOptions(control, 'blue');
    else if (control instanceof HTMLInputElement && control.type === 'file') await user.upload(control, new File(['x'], 'fern.zip'));
    else await user.click(control);
    await user.keyboard('b{ArrowUp}{Enter}');
    for (const button of screen.queryAllByRole('button', { name: /^Fern: Day/ })) await user.click(button);
  };
  await change();
  expect(changes).toEqual([]);
  again(form(false));
  await change();
  expect(changes).not.toEqual([]);
});

/** A part of a form that sends a request of its own. */
function RemoveFern() {
  const [isRemoving, setRemoving] = useState(false);
  useReportSaving(isRemoving);
  return <Button onClick={() => setRemoving(!isRemoving)}>{isRemoving ? 'Refuse' : 'Remove Fern'}</Button>;
}

it('[FORM13] while a part of a dialog is sending, the dialog stays open, and nothing of its form is typed or sent', async () => {
  const acts: string[] = [];
  const { user } = renderUi(
    <FormDialog
      title="Update Fern"
      draft={draft}
      saving={{ isSaving: false, alert: undefined }}
      word="Save"
      onSubmit={() => void acts.push('save')}
      onClose={() => void acts.push('close')}
    >
      <Field label="Name" value="Boston" onValue={() => void acts.push('type')} />
      <RemoveFern />
    </FormDialog>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  const press = async () => {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x{Enter}{Escape}');
    await user.click(button('Cancel'));
    await user.click(button('Save'));
  };
  await user.click(button('Remove Fern'));
  await press();
  expect(acts).toEqual([]);
  await user.click(button('Refuse'));
  await press();
  expect(acts).toEqual(['type', 'save', 'close', 'close', 'save']);
});
