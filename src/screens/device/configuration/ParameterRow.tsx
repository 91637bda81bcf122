import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { changeBody, configValueText, draftOf } from '#domain/configuration/configEdit';
import type { ShownParameter } from '#domain/configuration/configList';
import { typeOfParameter } from '#domain/configuration/structuredValue';
import { isTreating } from '#domain/devices/treating';
import { selectDevice } from '#state/fleet';
import { selectDeviceStatus, selectDeviceLabel, selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import { useUnsaved } from '#ui/form/leaveGuard';
import { placeKey, type EditPlace } from './parameterEdit.ts';
import { ParameterEditor } from './ParameterEditor.tsx';
import type { ConfigEdits } from './useConfigEdits.ts';

interface Props {
  readonly serial: string;
  readonly parameter: ShownParameter;
  /** Why the parameter is not editable, shown in place of the button. */
  readonly refusal: string | null;
  /** False in the past, where nothing can be changed. */
  readonly isPossible: boolean;
  readonly edits: ConfigEdits;
}

const Note = chakra('p', { base: { gridColumn: '1 / -1', color: 'warning.fg', fontWeight: 500 } });
const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 3fr) 150px' },
    columnGap: '16px',
    alignItems: 'center',
    minHeight: { base: '52px', lg: '40px' },
    py: '6px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
  variants: { isEdited: { true: { alignItems: 'start' } } },
});
const Name = chakra('span', {
  base: { overflowWrap: 'anywhere', color: 'fg.muted', gridColumn: { base: '1', md: 'auto' } },
  variants: { isEdited: { true: { pt: { md: '14px' } } } },
});
const Value = chakra('span', {
  base: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', gridColumn: { base: '1', md: 'auto' } },
});
const End = chakra('span', {
  base: {
    color: 'fg.subtle',
    justifySelf: 'end',
    gridColumn: { base: '2', md: 'auto' },
    gridRow: { base: '1 / span 2', md: 'auto' },
    textAlign: 'end',
  },
});
/** The negative margins offset the padding of the button, so that its label is aligned with the text of the other rows. */
const Edit = chakra(Button, { base: { me: '-12px', my: '-6px' } });

/** Renders one parameter: name, value, and the edit button or why it is not editable. Source: DEV-088..092, DEV-097..100, EDIT7. */
export function ParameterRow({ serial, parameter, refusal, isPossible, edits }: Props) {
  const [wasTouched, setTouched] = useState(false);
  const { name, value, model } = parameter;
  const type = typeOfParameter(model, value);
  const place: EditPlace = { serial, file: parameter.file, name };
  const edit = edits.of(place);
  const notSaved = edits.problemOf(place);
  // Guarded for itself, too: Cancel loses this edit alone, and the others of the page stay guarded.
  const leave = useUnsaved(edit !== undefined && edit.draft !== edit.begun, true);
  const begin = () => {
    setTouched(true);
    const begun = draftOf(type, value);
    edits.put(place, { draft: begun, begun, seen: value });
  };
  // After a failed save the row already shows the current value, with which the draft is then compared.
  const compared = edit === undefined || notSaved === null ? edit : { ...edit, begun: draftOf(type, value), seen: value };
  const send = () => {
    if (compared === undefined) return undefined;
    const body = changeBody(parameter, { ...compared, type });
    return body === null ? edits.discard(place) : edits.save(place, body);
  };
  return (
    <Row role="group" aria-label={name} isEdited={edit !== undefined}>
      <Name isEdited={edit !== undefined}>{name}</Name>
      {edit === undefined ? (
        <ShownValue parameter={parameter} refusal={refusal} isPossible={isPossible} hasFocus={wasTouched} onEdit={begin} />
      ) : (
        <ParameterEditor
          name={name}
          parameter={parameter}
          edit={edit}
          isUnchanged={edit.draft === compared?.begun}
          refusal={refusal}
          notSaved={notSaved}
          isPossible={isPossible}
          isSaving={edits.saving === placeKey(place)}
          isWaiting={edits.saving !== null && edits.saving !== placeKey(place)}
          hasFocus={wasTouched}
          onDraft={(draft) => edits.put(place, { ...edit, draft })}
          onConfirm={send}
          onCancel={() => leave(() => edits.discard(place))}
        />
      )}
      {edit !== undefined && <TreatingNote serial={serial} name={name} />}
    </Row>
  );
}

/** Renders that the device is in treatment while a parameter is edited. Only edited rows ask: a file may have thousands, and each report would run them all. */
function TreatingNote({ serial, name }: { readonly serial: string; readonly name: string }) {
  const treating = useAppSelector((s) => {
    const device = selectListedDevice(s, serial);
    const isBusy = isTreating(device?.device_type ?? '', selectDevice(s, serial)?.state, selectDeviceStatus(s, serial) !== 'offline');
    return isBusy ? `${selectDeviceLabel(s, serial)} is in treatment.` : null;
  });
  return treating === null ? null : <Note role="status">{`${treating} ${name} is changed while it works.`}</Note>;
}

const valueText = ({ value, model }: ShownParameter) => [configValueText(value), model.unit ?? ''].join(' ').trim();

interface ShownProps extends Pick<Props, 'parameter' | 'refusal' | 'isPossible'> {
  readonly hasFocus: boolean;
  readonly onEdit: () => void;
}

function ShownValue({ parameter, refusal, isPossible, hasFocus, onEdit }: ShownProps) {
  return (
    <>
      <Value>{valueText(parameter)}</Value>
      <End>
        {refusal}
        {refusal === null && isPossible && (
          <Edit variant="ghost" aria-label={`Edit ${parameter.name}`} autoFocus={hasFocus} onClick={onEdit}>
            Edit
          </Edit>
        )}
      </End>
    </>
  );
}
