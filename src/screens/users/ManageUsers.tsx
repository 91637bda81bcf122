import { addElsewhereText } from '#domain/people/accountsElsewhere';
import { useFeature } from '#hooks/features';
import { useSiteConfig } from '#hooks/siteConfig';
import { Banner } from '#ui/Banner';
import { InviteForm } from './InviteForm.tsx';

/** Renders the form that invites people; where they are added at the identity provider alone, the sentence that says so. Source: DIRECTORY2, INVITE8. */
export function ManageUsers() {
  const elsewhere = useSiteConfig().accounts_elsewhere;
  const isPossible = useFeature('invitations');
  return elsewhere == null || isPossible ? <InviteForm /> : <Banner tone="quiet">{addElsewhereText(elsewhere)}</Banner>;
}
