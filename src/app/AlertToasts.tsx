import { useState } from 'react';
import { selectAlerts } from '#state/alerts';
import { useAppSelector } from '#state/useAppSelector';
import { Toasts } from '#ui/Toasts';

/** The alerts of the log as toasts; one that was closed by hand does not come back. */
export function AlertToasts() {
  const alerts = useAppSelector(selectAlerts);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const toasts = alerts.map(({ id, tone, text }) => ({ id: String(id), tone, text })).filter(({ id }) => !gone.has(id));
  return <Toasts toasts={toasts} onGone={(id) => setGone(new Set([...gone, id]))} />;
}
