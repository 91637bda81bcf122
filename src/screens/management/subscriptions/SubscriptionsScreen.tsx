import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';

/** An empty screen for now. Source: MGMT-072. */
export function SubscriptionsScreen() {
  return (
    <Page title="Subscriptions">
      <EmptyState text="Not available at the moment" />
    </Page>
  );
}
