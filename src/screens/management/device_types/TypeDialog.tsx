import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { Field } from '#ui/Field';
import { useUnsaved } from '#ui/form/leaveGuard';
import { SavingContext, SavingPartsContext, useSavingParts } from '#ui/SavingContext';
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
  const { field, save, isSaving: isRenaming, canSave, isChanged } = useRename(type, onClose);
  const { isPartSaving, hold } = useSavingParts();
  const isSaving = isRenaming || isPartSaving;
  const ask = useUnsaved(isChanged);
  const leave = () => (isSaving ? undefined : ask(onClose));
  return (
    <Dialog
      open
      title="Update Device Type"
      onClose={leave}
      actions={<Buttons form={form} isRenaming={isRenaming} isSaving={isSaving} canSave={canSave && !isSaving} onCancel={leave} />}
    >
      <chakra.form
        id={form}
        mt="4"
        noValidate
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) save();
        }}
      >
        <Field label={`Name of ${type.id}`} autoComplete="off" readOnly={isSaving} {...field} />
      </chakra.form>
      <SavingPartsContext value={hold}>
        <SavingContext value={isSaving}>
          <RemoveType id={type.id} onClose={onClose} />
        </SavingContext>
      </SavingPartsContext>
    </Dialog>
  );
}

interface ButtonsProps {
  readonly form: string;
  readonly isRenaming: boolean;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly onCancel: () => void;
}

function Buttons({ form, isRenaming, isSaving, canSave, onCancel }: ButtonsProps) {
  return (
    <>
      <Button variant="raised" size="lg" disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="solid" size="lg" disabled={!canSave}>
        <Check aria-hidden="true" />
        {isRenaming ? 'Saving' : 'Save'}
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
        refresh={refresh}
        onClose={onClose}
      />
    </chakra.div>
  );
}
