import { type EnteredSim, postDeviceSims } from '#contract/devices/deviceSim';
import { type SimDraft, simChangeOf, simDraftOf, simFieldLabels, simFieldNames, simFieldProblem } from '#domain/devices/simFields';
import { useSave } from '#hooks/useSave';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { SelectField } from '#ui/form/SelectField';
import { useDraft } from '#ui/form/useDraft';

const YES_NO = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
];
const HINTS: Partial<Record<keyof SimDraft, string>> = { ctd_data_usage: 'Of this billing period, for example 1.5 GB.' };

const problemsOf = (draft: SimDraft) => Object.fromEntries(simFieldNames.map((name) => [name, simFieldProblem(name, draft[name])]));

interface Props {
  readonly serial: string;
  readonly name: string;
  readonly entered: EnteredSim | undefined;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the form for a device's SIM, with the fields of an operator's portal. An empty field removes the entered value. Source: SIMP2. */
export function SimForm({ serial, name, entered, refresh, onClose }: Props) {
  const draft = useDraft(simDraftOf(entered), { problems: problemsOf, isUpdate: true });
  const saving = useSave(postDeviceSims, {
    saved: 'The SIM data are saved',
    unsure: 'The SIM data may be saved',
    onSaved: onClose,
    onSettled: refresh,
  });
  const send = () => saving.save({ params: {}, body: { sims: [simChangeOf(serial, draft.patch)] } });
  return (
    <FormDialog title={`SIM of ${name}`} draft={draft} saving={saving} word="Save" onSubmit={send} onClose={onClose}>
      {simFieldNames.map((field) =>
        field === 'overage_limit_reached' ? (
          <SelectField key={field} label={simFieldLabels[field]} none="Not entered" options={YES_NO} {...draft.field(field)} />
        ) : (
          <Field
            key={field}
            label={simFieldLabels[field]}
            autoComplete="off"
            {...draft.field(field)}
            hint={draft.field(field).hint ?? HINTS[field]}
          />
        ),
      )}
    </FormDialog>
  );
}
