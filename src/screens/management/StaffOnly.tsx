import { Banner } from '#ui/Banner';

/** Renders why nobody but the provider's staff can change anything here; the server rejects such changes too. */
export function StaffOnly() {
  return <Banner tone="quiet">Only the staff of the provider can add devices and name their types.</Banner>;
}
