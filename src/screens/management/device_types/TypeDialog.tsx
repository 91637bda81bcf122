import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { Field } from '#ui/Field';
import { useUnsaved } from '#ui/form/leaveGuard';
import { getAllDeviceTypes } from '#contract/devices/device';
import { postDeleteDeviceType } from '#contract/devices/deviceType';
import { devicesOfTypeLink } from '#domain/addresses';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { useRename } from './useRename.ts';

interface Props {
  readonly type: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Renders the dialog that renames a device type, and removes one that no device uses. Source: MGMT-069, TYPES2. */
export function TypeDialog({ type, onClose }: Props) {
  const form = useId();
  const { draft, put, save, problem, isSaving, canSave, isChanged } = useRename(type, onClose);
  const ask = useUnsaved(isChanged);
  const leave = () => (isSaving ? undefined : ask(onClose));
  return (
    <Dialog
      open
      title="Update Device Type"
      onClose={leave}
      actions={<Buttons form={form} isSaving={isSaving} canSave={canSave} onCancel={leave} />}
    >
      <chakra.form
        id={form}
        mt="4"
        noValidate
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={`Name of ${type.id}`}
          autoComplete="off"
          value={draft}
          readOnly={isSaving}
          problem={problem}
          hint="Left empty, the name stays."
          onValue={put}
        />
      </chakra.form>
      <RemoveType id={type.id} onClose={onClose} />
    </Dialog>
  );
}

interface ButtonsProps {
  readonly form: string;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly onCancel: () => void;
}

function Buttons({ form, isSaving, canSave, onCancel }: ButtonsProps) {
  return (
    <>
      <Button variant="raised" size="lg" disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="solid" size="lg" disabled={!canSave}>
        <Check aria-hidden="true" />
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </>
  );
}

function RemoveType({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const isOffered = useFeature('catalogues');
  const { refresh } = useAnswer(getAllDeviceTypes, {});
  if (!isOffered) return null;
  return (
    <chakra.div mt="4">
      <RemoveAction
        call={postDeleteDeviceType}
        request={{ params: { id }, body: {} }}
        name={id}
        ends="Its hardware revisions end with it."
        uses={<UnderlinedLink to={devicesOfTypeLink(id)}>Devices</UnderlinedLink>}
        onRemoved={refresh}
        onClose={onClose}
      />
    </chakra.div>
  );
}
