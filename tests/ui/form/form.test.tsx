import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Field } from '#ui/Field';
import { Form } from '#ui/form/Form';
import { FormDialog } from '#ui/form/FormDialog';
import { createLeaveGuard, LeaveGuardContext, useLeave } from '#ui/form/leaveGuard';
import { SubmitContext } from '#ui/form/SubmitContext';
import { LeaveQuestion } from '#ui/form/LeaveQuestion';
import type { Problems } from '#ui/form/patch';
import { SelectField } from '#ui/form/SelectField';
import { type Rules, useDraft } from '#ui/form/useDraft';
import { renderUi } from '../../support/renderUi.tsx';

interface Fern {
  readonly name: string;
  readonly bay: string;
  readonly colour: string;
}

const STORED: Fern = { name: 'Boston', bay: '4', colour: 'green' };
const EMPTY: Fern = { name: '', bay: '', colour: 'green' };
const COLOURS = [
  { value: 'green', label: 'Green' },
  { value: 'blue', label: 'Blue' },
];

const rules = {
  problems: ({ name, bay }: Fern): Problems<Fern> => ({
    name: name === '' ? 'Name cannot be empty.' : undefined,
    bay: bay === '' ? 'Bay cannot be empty.' : undefined,
  }),
  clean: (fern: Fern): Fern => ({ ...fern, name: fern.name.trim() }),
};

interface Props {
  readonly more?: Partial<Rules<Fern>>;
  readonly stored?: Fern;
  readonly sent?: unknown[];
  readonly alert?: string;
  readonly isSaving?: boolean;
  readonly isDialog?: boolean;
  readonly onClose?: () => void;
}

function FernForm({ more, stored = STORED, sent = [], alert, isSaving = false, isDialog = false, onClose = () => undefined }: Props) {
  const draft = useDraft(stored, { ...rules, ...more });
  const form = { draft, saving: { isSaving, alert }, word: 'Save', onSubmit: () => void sent.push(draft.patch, draft.clean) };
  const fields = (
    <>
      <Field label="Name" {...draft.field('name')} />
      <Field label="Bay" {...draft.field('bay')} />
      <SelectField label="Colour" options={COLOURS} {...draft.field('colour')} />
    </>
  );
  return isDialog ? (
    <FormDialog title="Update Fern" onClose={onClose} {...form}>
      {fields}
    </FormDialog>
  ) : (
    <Form label="Update Fern" onCancel={onClose} {...form}>
      {fields}
    </Form>
  );
}

const name = () => screen.getByRole('textbox', { name: 'Name' });
const bay = () => screen.getByRole('textbox', { name: 'Bay' });
const save = () => screen.getByRole('button', { name: 'Save' });

it('[FORM9] a question is about the changes that would be lost, and Yes leaves all others guarded', () => {
  const held: boolean[] = [];
  const guard = createLeaveGuard((isHeld) => held.push(isHeld));
  const [page, config] = [guard.hold(), guard.hold({ outlivesSubject: true })];
  const acts: string[] = [];
  const act = (what: string) => () => void acts.push(what);
  guard.leaveForm(() => undefined, act('a form without changes'));
  expect(acts).toEqual(['a form without changes']);
  guard.leaveForm(guard.hold(), act('dialog'));
  guard.answer(true);
  expect(acts).toEqual(['a form without changes', 'dialog']);
  guard.leave(act('other device'), 'subject');
  expect(guard.isPending()).toBe(true);
  guard.answer(true);
  expect([guard.hasUnsaved('subject'), guard.hasUnsaved()]).toEqual([false, true]);
  guard.leave(act('third device'), 'subject');
  expect(acts).toEqual(['a form without changes', 'dialog', 'other device', 'third device']);
  const other = guard.hold();
  guard.leave(act('screen'));
  page();
  config();
  expect([guard.isPending(), held]).toEqual([true, [true]]);
  other();
  expect([guard.isPending(), held]).toEqual([false, [true, false]]);
});

it.each([false, true])(
  '[FORM7] while nothing can be submitted, what is typed stays, and the button says why; in a dialog: %s',
  async (isDialog) => {
    const sent: unknown[] = [];
    const reason = 'You are looking at the past';
    const shown = (why: string | null) => (
      <SubmitContext value={why}>
        <FernForm sent={sent} isDialog={isDialog} />
      </SubmitContext>
    );
    const { user, again } = renderUi(shown(null));
    await user.type(name(), 'x');
    again(shown(reason));
    expect(save()).toBeDisabled();
    expect(save()).toHaveAccessibleDescription(reason);
    await user.type(name(), '{Enter}');
    expect(sent).toEqual([]);
    again(shown(null));
    await user.click(save());
    expect(sent[0]).toEqual({ name: 'Bostonx' });
  },
);

it('[FORM1] [FORM2] only what changed is sent; spaces at the ends are no change', async () => {
  const sent: unknown[] = [];
  const { user } = renderUi(<FernForm sent={sent} />);
  expect(save()).toBeDisabled();
  await user.type(name(), '  ');
  expect(save()).toBeDisabled();
  await user.clear(bay());
  await user.type(bay(), '5');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Colour' }), 'blue');
  await user.click(save());
  expect(sent).toEqual([
    { bay: '5', colour: 'blue' },
    { name: 'Boston', bay: '5', colour: 'blue' },
  ]);
});

it('[FORM2] a problem shows once its field was changed or left, and the button says what no field says yet', async () => {
  const { user } = renderUi(<FernForm stored={EMPTY} />);
  expect(screen.queryByText('Name cannot be empty.')).toBeNull();
  await user.type(name(), 'x');
  expect(save()).toBeDisabled();
  expect(save()).toHaveAccessibleDescription('Bay cannot be empty.');
  expect(bay()).not.toHaveAttribute('aria-invalid', 'true');
  await user.click(bay());
  await user.tab();
  expect(bay()).toHaveAccessibleDescription('Bay cannot be empty.');
  expect(bay()).toHaveAttribute('aria-invalid', 'true');
  expect(save()).not.toHaveAccessibleDescription('Bay cannot be empty.');
  await user.clear(name());
  expect(name()).toHaveAccessibleDescription('Name cannot be empty.');
});

const NAMELESS: Fern = { name: '', bay: '', colour: 'green' };

it('[FORM10] in an update a stored value that would be refused is in the way of no other field, and shows no problem', async () => {
  const sent: unknown[] = [];
  const { user } = renderUi(<FernForm stored={NAMELESS} sent={sent} more={{ isUpdate: true }} />);
  await user.click(bay());
  await user.tab();
  expect(screen.queryByText('Bay cannot be empty.')).toBeNull();
  await user.type(name(), 'x');
  await user.clear(name());
  expect(screen.queryByText('Name cannot be empty.')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Colour' }), 'blue');
  expect(save()).toBeEnabled();
  await user.click(save());
  expect(sent[0]).toEqual({ colour: 'blue' });
});

it('[FORM10] a changed value is checked, and so is one that goes by it', async () => {
  const { user } = renderUi(<FernForm stored={{ ...NAMELESS, bay: '4' }} more={{ isUpdate: true, rechecked: { colour: ['name'] } }} />);
  await user.clear(bay());
  expect(bay()).toHaveAccessibleDescription('Bay cannot be empty.');
  expect(save()).toBeDisabled();
  await user.type(bay(), '5');
  expect(save()).toBeEnabled();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Colour' }), 'blue');
  expect(save()).toBeDisabled();
  expect(save()).toHaveAccessibleDescription('Name cannot be empty.');
});

it('[FORM1] what somebody else changed meanwhile is taken over where nothing was typed, and shown where something was', async () => {
  const sent: unknown[] = [];
  const { user, again } = renderUi(<FernForm sent={sent} />);
  await user.type(name(), '!');
  again(<FernForm sent={sent} stored={{ name: 'Sword', bay: '9', colour: 'green' }} />);
  expect(bay()).toHaveValue('9');
  expect(name()).toHaveValue('Boston!');
  expect(name()).toHaveAccessibleDescription('Changed by somebody else meanwhile: Sword');
  await user.click(save());
  expect(sent[0]).toEqual({ name: 'Boston!' });
});

it('[FORM4] what was refused stays typed, with the reason as an alert', async () => {
  const { user, again } = renderUi(<FernForm />);
  await user.type(name(), '!');
  again(<FernForm isSaving />);
  expect(screen.getByRole('button', { name: 'Saving' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  again(<FernForm alert="A fern with this name exists." />);
  expect(screen.getByRole('alert')).toHaveTextContent('A fern with this name exists.');
  expect(name()).toHaveValue('Boston!');
  expect(save()).toBeEnabled();
});

function Page({ held, left }: { readonly held: boolean[]; readonly left: string[] }) {
  const [guard] = useState(() => createLeaveGuard((isHeld) => held.push(isHeld)));
  const [isOpen, setIsOpen] = useState(true);
  return (
    <LeaveGuardContext value={guard}>
      {isOpen && (
        <FernForm
          isDialog
          onClose={() => {
            left.push('closed');
            setIsOpen(false);
          }}
        />
      )}
      <LeaveQuestion />
    </LeaveGuardContext>
  );
}

it('[FORM3] a dialog with unsaved changes asks before it closes; No keeps what was typed, Yes closes', async () => {
  const held: boolean[] = [];
  const left: string[] = [];
  const { user } = renderUi(<Page held={held} left={left} />);
  await user.type(name(), '!');
  expect(held).toEqual([true]);
  await user.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Are you sure?' });
  expect(question).toHaveAccessibleDescription('Changes that are not saved will be lost.');
  expect(within(question).getByRole('button', { name: 'No' })).toHaveFocus();
  await user.tab();
  expect(within(question).getByRole('button', { name: 'Yes' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(name()).toHaveValue('Boston!');
  expect(left).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(left).toEqual(['closed']);
  expect(held).toEqual([true, false]);
});

it('[FORM3] without changes nothing is asked', async () => {
  const left: string[] = [];
  const { user } = renderUi(<Page held={[]} left={left} />);
  await user.type(name(), '!{Backspace}');
  await user.keyboard('{Escape}');
  expect(left).toEqual(['closed']);
});

function SignOut({ act }: { readonly act: () => void }) {
  const leave = useLeave();
  return (
    <button type="button" onClick={() => leave(act)}>
      Log Out
    </button>
  );
}

it('[FORM3] without a guard everything happens at once', async () => {
  const acts: string[] = [];
  const { user } = renderUi(<SignOut act={() => acts.push('out')} />);
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(acts).toEqual(['out']);
});
