import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SchedulerLike, Subscription } from 'rxjs';
import { pageList } from '#domain/addresses';
import { heldChanges, PageAddressContext } from '#ui/pageAddress';
import type { History } from './guardedHistory.ts';

/**
 * Delay in ms after which a typed filter or a moved map is written to the URL, and thus to the log, because browsers limit the number of changes per second.
 */
const REST_MS = 300;

/**
 * Creates the URL state that views change. Changes replace the history entry and keep all other parameters, including `?at=`. `onShown` must be called when
 * another URL is rendered.
 */
function addressChanges(history: Pick<History, 'location' | 'replace'>, clock: SchedulerLike) {
  const written = new Set<string>();
  const resting: { wait: Subscription | null; path: string } = { wait: null, path: '' };
  const write = () => {
    resting.wait?.unsubscribe();
    const { pathname, search, hash, state } = history.location;
    // The user has left the screen that requested the change; the next screen has its own URL.
    if (pathname !== resting.path) return;
    const next = new URLSearchParams(search);
    for (const [key, text] of held) {
      written.add(key);
      if (text === null) next.delete(key);
      else next.set(key, text);
    }
    history.replace({ pathname, search: next.toString(), hash }, state);
  };
  const { changes, held, remove } = heldChanges((key, pace) => {
    written.delete(key);
    resting.path = history.location.pathname;
    resting.wait?.unsubscribe();
    if (pace === 'now') write();
    else resting.wait = clock.schedule(write, REST_MS);
  });
  const onShown = () => {
    if (held.size === 0) return;
    remove(history.location.pathname === resting.path ? [...written] : [...held.keys()]);
    written.clear();
  };
  return { changes, onShown };
}

interface Props {
  readonly history: Pick<History, 'location' | 'replace'>;
  readonly clock: SchedulerLike;
  readonly children: ReactNode;
}

/** Provides the URL to views that keep their state in it; a changed state is written after 300 ms without a change. Must be inside the router of `history`. */
export function PageAddress({ history, clock, children }: Props) {
  const location = useLocation();
  const [{ changes, onShown }] = useState(() => addressChanges(history, clock));
  const { search, key } = location;
  const address = useMemo(() => {
    const shown = new URLSearchParams(search);
    return { shown, changes, list: pageList(shown), isCurrent: () => history.location.key === key };
  }, [search, key, changes, history]);
  useLayoutEffect(onShown, [onShown, location]);
  return <PageAddressContext value={address}>{children}</PageAddressContext>;
}
