import { selectMissingStanding } from '#state/session';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';

const WHAT = {
  role: ['Your account has no role yet.', 'can give you one.'],
  organisation: ['Your account belongs to no organisation yet.', 'can add it to one.'],
} as const;

/** Tells whoever sees nothing, for want of a role or an organisation, who can give it. */
export function StandingBanner({ company }: { readonly company: string }) {
  const missing = useAppSelector(selectMissingStanding);
  if (missing === null) return null;
  const [what, remedy] = WHAT[missing];
  return (
    <Banner tone="warning">
      {what} An administrator of {company} {remedy}
    </Banner>
  );
}
