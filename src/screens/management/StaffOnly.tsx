import { Banner } from '#ui/Banner';

/** Renders why only the provider's staff can change anything here; the server also rejects such changes by others. */
export function StaffOnly() {
  return <Banner tone="quiet">Only the staff of the provider can add devices and name their types.</Banner>;
}
