import { type Device, getAllLifeCycleStages } from '#contract/device';
import { SETTINGS_NOTE } from '#domain/deviceSettings';
import { useAnswer } from '#state/useAnswer';
import { Field, FieldFrame } from '#ui/Field';
import { Section } from '#ui/Section';
import { Select } from '#ui/Select';
import { Note } from '#ui/Note';
import { SettingRow } from './SettingRow.tsx';
import { stageChoices } from './stageChoices.ts';
import { type Setting, useSettings } from './useSettings.ts';

const NAME = 'Name';
const STAGE = 'Life Cycle Stage';

function NameField({ draft, setting }: { readonly draft: string; readonly setting: Setting }) {
  const { put, problem, isSaving } = setting;
  return (
    <Field label={NAME} isLabelHidden autoFocus autoComplete="off" value={draft} readOnly={isSaving} problem={problem} onValue={put} />
  );
}

/** Name and life cycle stage of a device, each edited by itself. Source: DEV-141..143, GAP-31. */
export function SettingsSection({ device }: { readonly device: Device }) {
  const settingOf = useSettings(device);
  const [name, stage] = [settingOf('name'), settingOf('life_cycle_stage')];
  const known = useAnswer(getAllLifeCycleStages, {}).answer?.result;
  const choices = stageChoices(known, stage.value);
  const labelOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? id;
  return (
    <Section title="Settings">
      <SettingRow label={NAME} setting={name} shown={name.value}>
        {(draft) => <NameField draft={draft} setting={name} />}
      </SettingRow>
      <SettingRow label={STAGE} setting={stage} shown={labelOf(stage.value)}>
        {(draft) => (
          <FieldFrame label={STAGE} isLabelHidden problem={stage.problem}>
            {({ id, invalid }) => (
              <Select
                id={id}
                invalid={invalid}
                size="lg"
                autoFocus
                options={choices}
                value={draft}
                onValue={stage.isSaving ? () => undefined : stage.put}
              />
            )}
          </FieldFrame>
        )}
      </SettingRow>
      <Note>{SETTINGS_NOTE}</Note>
    </Section>
  );
}
