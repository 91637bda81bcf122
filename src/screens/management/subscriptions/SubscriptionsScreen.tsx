import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';

/** The Subscriptions screen, empty for now: "Not available at the moment". Source: MGMT-072. */
export function SubscriptionsScreen() {
  return (
    <Page title="Subscriptions">
      <EmptyState text="Not available at the moment" />
    </Page>
  );
}
