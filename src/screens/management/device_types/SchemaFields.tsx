import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { defaultLabel, rowKinds } from '#domain/devices/schemaRows';
import { Button } from '#ui/Button';
import { Checkbox } from '#ui/Checkbox';
import { Field } from '#ui/Field';
import { SelectField } from '#ui/form/SelectField';
import { IconButton } from '#ui/IconButton';
import { pressedOnce } from '#ui/pressedOnce';
import type { DraftRow, RowActions } from './useSchema.ts';

const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '12px',
  },
});
const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 3fr) minmax(0, 2fr)' },
    gap: '12px',
    alignItems: 'start',
    p: '12px',
    border: '1px solid',
    borderColor: 'border.muted',
    borderRadius: 'popup',
  },
});
const Foot = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', gridColumn: '1 / -1' } });
const Required = chakra('div', { base: { display: 'flex', marginInlineEnd: 'auto' } });
const Choices = chakra('div', { base: { gridColumn: '1 / -1' } });

const OTHER = { value: 'other' as const, label: 'As in the JSON' };

interface Props {
  readonly rows: readonly DraftRow[];
  readonly actions: RowActions;
  readonly isOff: boolean;
}

/** Renders the editor of a metadata schema: its fields as rows, each with key, label and kind. Source: SCHEMA2. */
export function SchemaFields({ rows, actions, isOff }: Props) {
  return (
    <chakra.div display="grid" gap="12px" justifyItems="start">
      {rows.length > 0 && (
        <Lines aria-label="Fields of the schema" width="100%">
          {rows.map((one, at) => (
            <Row key={one.id} of={one} place={at + 1} isLast={at === rows.length - 1} actions={actions} isOff={isOff} />
          ))}
        </Lines>
      )}
      <Button disabled={isOff} onClick={actions.add}>
        <Plus aria-hidden="true" />
        Add Field
      </Button>
    </chakra.div>
  );
}

interface RowProps {
  readonly of: DraftRow;
  readonly place: number;
  readonly isLast: boolean;
  readonly actions: RowActions;
  readonly isOff: boolean;
}

interface FootProps extends Omit<RowProps, 'of'> {
  readonly id: DraftRow['id'];
  readonly name: string;
  readonly isRequired: boolean;
}

function RowFoot({ id, name, isRequired, place, isLast, actions, isOff }: FootProps) {
  return (
    <Foot>
      <Required>
        <Checkbox checked={isRequired} disabled={isOff} onChecked={(next) => actions.put(id, { isRequired: next })}>
          Required
        </Checkbox>
      </Required>
      <IconButton aria-label={`Move ${name} up`} disabled={isOff || place === 1} {...pressedOnce(() => actions.move(id, -1))}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={`Move ${name} down`} disabled={isOff || isLast} {...pressedOnce(() => actions.move(id, 1))}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={`Remove ${name}`} disabled={isOff} {...pressedOnce(() => actions.remove(id))}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </Foot>
  );
}

function Row({ of: { id, row }, place, isLast, actions, isOff }: RowProps) {
  const { key, label, kind, isRequired, choices } = row;
  const problems = actions.problemsOf(row);
  const kinds = kind === 'other' ? [OTHER, ...rowKinds] : rowKinds;
  const name = key.trim() || `field ${place}`;
  return (
    <Line aria-label={name}>
      <Field
        label="Key"
        autoComplete="off"
        spellCheck={false}
        value={key}
        readOnly={isOff}
        problem={key === '' ? undefined : problems.key}
        hint={key === '' ? 'The name in the metadata.' : undefined}
        onValue={(next) => actions.put(id, { key: next })}
      />
      <Field
        label="Label"
        autoComplete="off"
        placeholder={defaultLabel(key)}
        value={label}
        readOnly={isOff}
        problem={problems.label}
        onValue={(next) => actions.put(id, { label: next })}
      />
      <SelectField
        label="Kind"
        options={kinds}
        value={kind}
        disabled={isOff}
        hint={kind === 'other' ? 'Its form is JSON.' : kind === 'secret' ? 'Stored encrypted, shown as ***.' : undefined}
        onValue={(next) => actions.put(id, { kind: kinds.find(({ value }) => value === next)?.value ?? kind })}
      />
      {kind === 'choice' && (
        <Choices>
          <Field
            label="Choices"
            autoComplete="off"
            spellCheck={false}
            value={choices}
            readOnly={isOff}
            problem={choices === '' ? undefined : problems.choices}
            hint="Separated by commas."
            onValue={(next) => actions.put(id, { choices: next })}
          />
        </Choices>
      )}
      <RowFoot {...{ id, name, place, isLast, actions, isOff }} isRequired={isRequired} />
    </Line>
  );
}
