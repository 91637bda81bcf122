import { Nothing } from '#ui/EmptyState';
import { Page } from '#ui/Page';

/** An empty screen for now. Source: MGMT-072. */
export function SubscriptionsScreen() {
  return (
    <Page title="Subscriptions">
      <Nothing text="Not available at the moment" />
    </Page>
  );
}
