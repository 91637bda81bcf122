import type { ConfigModel } from '#contract/devices/configuration';
import type { ConfigDraft } from '#domain/configuration/configEdit';
import { Checkbox } from '#ui/Checkbox';
import { NumberField } from '#ui/NumberField';
import { TextArea } from '#ui/TextArea';

interface Props {
  readonly name: string;
  readonly model: ConfigModel;
  readonly draft: ConfigDraft;
  readonly onDraft: (draft: ConfigDraft) => void;
  readonly problem: string | null;
  /** True while saving: the input is shown and keeps the focus, but is read-only. */
  readonly isStill: boolean;
  readonly hasFocus: boolean;
}

const boundsText = ({ min, max, unit }: ConfigModel) =>
  [min == null ? '' : `from ${min}`, max == null ? '' : `to ${max}`, unit ?? ''].filter((part) => part !== '').join(' ') || undefined;

/**
 * Renders the input for a parameter's type: bool, string, int or float with its bounds; lists and maps as JSON. Source: DEV-093..096,
 * CONFV3.
 */
export function ValueEditor({ name, model, draft, onDraft, problem, isStill, hasFocus }: Props) {
  if (model.type === 'bool') {
    return (
      <Checkbox checked={draft === true} onChecked={(next) => isStill || onDraft(next)} autoFocus={hasFocus}>
        <span>
          <span className="sr">{`${name}: `}</span>
          {draft === '' ? 'not set' : String(draft)}
        </span>
      </Checkbox>
    );
  }
  const field = {
    label: name,
    isLabelHidden: true,
    value: String(draft),
    onValue: onDraft,
    problem: problem ?? undefined,
    readOnly: isStill,
    autoFocus: hasFocus,
  };
  if (model.type === 'list' || model.type === 'map') return <TextArea {...field} spellCheck={false} hint={`A ${model.type} as JSON.`} />;
  if (model.type !== 'float' && model.type !== 'int') return <TextArea {...field} />;
  return <NumberField {...field} isWhole={model.type === 'int'} hint={boundsText(model)} />;
}
