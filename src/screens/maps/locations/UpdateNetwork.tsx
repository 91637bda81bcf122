import { useState } from 'react';
import type { Device } from '#contract/devices/device';
import { type NetworkInformation, postDeleteNetworkInformation, postUpdateNetworkInformation } from '#contract/location';
import { networkFields, networkProblems } from '#domain/places/networkInformation';
import { endings } from '#domain/text/endings';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { KeptHere } from '#widgets/KeptHere';
import { RemoveAction } from '#widgets/RemoveAction';
import { usePlaceForm } from '../usePlaceForm.ts';

interface Props {
  readonly location: string;
  /** The devices of the location. */
  readonly devices: readonly Device[];
  /** The values shown when the dialog opened; undefined while masked. */
  readonly known: NetworkInformation | undefined;
  readonly onClose: () => void;
  /** Called after every attempt, because the shown values may then be outdated. */
  readonly onSaved: () => void;
}

/** Renders the dialog that updates `wifi_ssid` and `wifi_password` of a location, of which both are sent, or removes them. Source: LOC-011, NETWORK1. */
export function UpdateNetwork({ location, devices, known, onClose, onSaved }: Props) {
  // The shown values are cleared after a minute; the form keeps its initial values.
  const [stored] = useState({ wifi_ssid: known?.wifi_ssid ?? '', wifi_password: known?.wifi_password ?? '' });
  const { draft, save, dialog } = usePlaceForm(postUpdateNetworkInformation, {
    stored,
    clean: networkFields,
    problems: networkProblems,
    saved: 'Network information is updated',
    refresh: onSaved,
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title="Update network information"
      word="Update"
      onSubmit={() => save({ params: { id: location }, body: draft.clean })}
    >
      <Field label="wifi_ssid" autoComplete="off" spellCheck={false} {...draft.field('wifi_ssid')} />
      <Field label="wifi_password" autoComplete="off" autoCapitalize="off" spellCheck={false} {...draft.field('wifi_password')} />
      <KeptHere devices={devices} part="network" />
      <RemoveAction
        call={postDeleteNetworkInformation}
        request={{ params: { id: location }, body: {} }}
        name="Network information"
        ends={endings.removeNetwork()}
        feature="secret_removals"
        refresh={onSaved}
        onClose={onClose}
      />
    </FormDialog>
  );
}
