import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '#contract/call';
import type { getAllDeviceTypes } from '#contract/devices/device';
import { toTitleCase } from '#domain/text/titleCase';
import { FieldContainer } from '#ui/Field';
import { type Option, Select } from '#ui/Select';

type Types = readonly AnswerOf<typeof getAllDeviceTypes>['result'][number][];

const NO_REVISION: Option = { value: '', label: 'No revision' };

/** Returns the type options. The selected type is among them even while the types are not loaded. */
function typeChoices(types: Types | undefined, chosen: string): readonly Option[] {
  const choices = (types ?? []).map(({ id, name }) => ({ value: id, label: name.trim() === '' ? id : `${name} (${id})` }));
  return choices.some(({ value }) => value === chosen) ? choices : [{ value: chosen, label: toTitleCase(chosen) }, ...choices];
}

interface Props {
  /** Undefined while loading. */
  readonly types: Types | undefined;
  readonly device_type: string;
  readonly revision: string;
  readonly disabled: boolean;
  readonly onType: (id: string) => void;
  readonly onRevision: (id: string) => void;
}

/** Renders the fields for the type of a device and its hardware revision. Source: MGMT-057, MGMT-058, MGMT-062, MGMT-063. */
export function TypeFields({ types, device_type, revision, disabled, onType, onRevision }: Props) {
  const revisions = types?.find(({ id }) => id === device_type)?.revisions;
  const choices = (revisions ?? []).flatMap(({ revision_id }) => (revision_id ? [{ value: revision_id, label: revision_id }] : []));
  return (
    <>
      <FieldContainer label="Device Type">
        {({ id }) => (
          <Select id={id} size="lg" options={typeChoices(types, device_type)} value={device_type} disabled={disabled} onValue={onType} />
        )}
      </FieldContainer>
      {types !== undefined && choices.length === 0 ? (
        <div role="group" aria-label="Hardware Revision">
          <chakra.p fontWeight="500" mb="6px">
            Hardware Revision
          </chakra.p>
          <chakra.p color="fg.muted">No options available for this device type</chakra.p>
        </div>
      ) : (
        <FieldContainer label="Hardware Revision">
          {({ id }) => (
            <Select id={id} size="lg" options={[NO_REVISION, ...choices]} value={revision} disabled={disabled} onValue={onRevision} />
          )}
        </FieldContainer>
      )}
    </>
  );
}
