import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useWish } from '#state/WishContext';

interface Props {
  readonly path: string;
  readonly home: string;
}

/** An address without a page, or with one that is not this person's: says so once and leads home. */
export function Elsewhere({ path, home }: Props) {
  const give = useWish();
  useEffect(() => give({ kind: 'alert.raised', tone: 'warning', text: `There is no page ${path}` }), [give, path]);
  return <Navigate replace to={home} />;
}
