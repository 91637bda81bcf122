import { Nothing } from '#ui/Nothing';
import { Page } from '#ui/Page';

/** Has nothing to show yet. Source: MGMT-072. */
export function SubscriptionsScreen() {
  return (
    <Page title="Subscriptions">
      <Nothing text="Not available at the moment" />
    </Page>
  );
}
