import { Banner } from '#ui/Banner';

/** Says why nothing can be changed here; the server refuses it too. */
export function StaffOnly() {
  return <Banner tone="quiet">Only the staff of the provider can add devices and name their types.</Banner>;
}
