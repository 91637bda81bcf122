import { useSearchParams } from 'react-router-dom';
import { readTab, type TabName } from './tabs.ts';

const TAB = 'tab';

/** The chosen tab, in the address: a link leads to it, and going back returns to the one before. */
export function useTab(): readonly [TabName, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.set(TAB, tab);
      return next;
    });
  return [readTab(search.get(TAB)), choose];
}
