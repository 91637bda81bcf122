import { postDeleteMaintenanceDeployment, type SshTarget } from '#contract/devices/maintenance';
import { useSave } from '#hooks/useSave';

/** Returns the function that removes the stored credentials of a computer of a device, and whether that is under way. Source: CRED6. */
export function useRemoval(serial: string, target: SshTarget, onRemoved: () => void) {
  const { save, isSaving, isPossible } = useSave(postDeleteMaintenanceDeployment, {
    saved: `The credentials of ${target} are removed`,
    onSaved: onRemoved,
    unsure: `The credentials of ${target} may be removed`,
    failsAs: 'toastOnly',
  });
  return { remove: () => save({ params: { serial, target }, body: {} }), isRemoving: isSaving, isPossible };
}
