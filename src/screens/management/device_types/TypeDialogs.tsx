import { ConfirmDialog } from '#ui/ConfirmDialog';
import { useLastKnown } from '#ui/form/useLastKnown';
import { AddType } from './AddType.tsx';
import { RevisionsDialog } from './RevisionsDialog.tsx';
import { SchemaDialog } from './SchemaDialog.tsx';
import { TypeDialog } from './TypeDialog.tsx';
import type { DeviceType, TypeAction } from './TypeMenu.tsx';

/** The open dialog: that of a type, or that of a new type. */
export interface OpenDialog {
  readonly dialog: 'name' | 'add' | TypeAction;
  readonly id: string;
}

interface DialogsProps {
  readonly open: OpenDialog;
  readonly types: readonly DeviceType[];
  readonly archive: (id: string) => void;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the open dialog of the device types. */
export function TypeDialogs({ open: { dialog, id }, types, archive, refresh, onClose }: DialogsProps) {
  const type = useLastKnown(
    id,
    types.find((one) => one.id === id),
  );
  if (dialog === 'add') return <AddType types={types} refresh={refresh} onClose={onClose} />;
  if (type === undefined) return null;
  if (dialog === 'name') return <TypeDialog key={id} type={type} onClose={onClose} />;
  if (dialog === 'revisions') return <RevisionsDialog key={id} type={type} refresh={refresh} onClose={onClose} />;
  if (dialog === 'schema') return <SchemaDialog key={id} type={type} refresh={refresh} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      text={`${type.name} (${id}) will not be offered for new devices. Devices that have it keep it.`}
      onNo={onClose}
      onYes={() => {
        archive(id);
        onClose();
      }}
    />
  );
}
