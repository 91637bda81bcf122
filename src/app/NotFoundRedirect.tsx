import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useIntent } from '#state/IntentContext';

interface Props {
  readonly path: string;
  readonly home: string;
}

/** An address without a page, or with one that is not this person's: says so once and leads home. */
export function NotFoundRedirect({ path, home }: Props) {
  const give = useIntent();
  useEffect(() => give({ kind: 'alert.raised', tone: 'warning', text: `There is no page ${path}` }), [give, path]);
  return <Navigate replace to={home} />;
}
