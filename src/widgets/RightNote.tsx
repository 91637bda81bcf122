import { type Right, rightText } from '#domain/people/callRights';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';

/** Renders a note of what the signed-in user may not change on a page; nothing if the server announced no rights or granted this one. Source: RIGHT2. */
export function RightNote({ right }: { readonly right: Right }) {
  const lacksIt = useAppSelector((s) => selectProfile(s)?.rights?.includes(right) === false);
  return lacksIt ? <Banner tone="quiet">{rightText[right]}</Banner> : null;
}
