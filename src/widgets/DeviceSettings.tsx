import type { ReactNode } from 'react';
import type { AnswerOf } from '#contract/call';
import { type Device, getAllLifeCycleStages } from '#contract/devices/device';
import { namedAll } from '#domain/text/displayNames';
import { toTitleCase } from '#domain/text/titleCase';
import { useAnswer } from '#hooks/useAnswer';
import { Field, FieldContainer } from '#ui/Field';
import { Select, type Option } from '#ui/Select';
import { othersChange } from '#ui/form/othersChange';
import { SettingRow } from './SettingRow.tsx';
import { useSettings, type Setting } from './useSettings.ts';

const NAME = 'Name';
const STAGE = 'Life Cycle Stage';

interface Props {
  readonly device: Device;
  /** The label of the button that saves a changed stage. */
  readonly stageWord?: string | undefined;
  /** Renders a stage from its id and name; by default, the name. */
  readonly stageMark?: ((id: string, name: string) => ReactNode) | undefined;
}

/** Renders the name and life cycle stage of a device, each edited separately. Source: DEV-141..143, MGMT-052, GAP-31. */
export function DeviceSettings({ device, stageWord, stageMark = (_, label) => label }: Props) {
  const settingOf = useSettings(device);
  const [name, stage] = [settingOf('name'), settingOf('life_cycle_stage')];
  const known = useAnswer(getAllLifeCycleStages, {}).answer?.result;
  const choices = stageChoices(known, stage.value);
  const labelOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? id;
  return (
    <>
      <SettingRow label={NAME} setting={name} shown={name.value}>
        {(draft) => (
          <Field
            label={NAME}
            isLabelHidden
            autoFocus
            autoComplete="off"
            value={draft}
            readOnly={name.isSaving}
            problem={name.problem}
            hint={name.othersValue === undefined ? undefined : othersChange(name.othersValue)}
            onValue={name.put}
          />
        )}
      </SettingRow>
      <SettingRow label={STAGE} setting={stage} shown={stageMark(stage.value, labelOf(stage.value))} word={stageWord}>
        {(draft) => (
          <StageSelect
            draft={draft}
            stage={stage}
            choices={choices}
            hint={stage.othersValue === undefined ? undefined : othersChange(labelOf(stage.othersValue))}
          />
        )}
      </SettingRow>
    </>
  );
}

/** Returns the stage options. They include the device's own stage even before the stages are loaded. */
function stageChoices(known: AnswerOf<typeof getAllLifeCycleStages>['result'] | undefined, own: string): readonly Option[] {
  const choices = namedAll(known ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return choices.some(({ value }) => value === own) ? choices : [{ value: own, label: toTitleCase(own) }, ...choices];
}

interface StageProps {
  readonly draft: string;
  readonly stage: Setting;
  readonly choices: readonly Option[];
  readonly hint: string | undefined;
}

function StageSelect({ draft, stage, choices, hint }: StageProps) {
  return (
    <FieldContainer label={STAGE} isLabelHidden problem={stage.problem} hint={hint}>
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
    </FieldContainer>
  );
}
