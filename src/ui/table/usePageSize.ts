import { useEffect, useState } from 'react';
import { useBrowserStorage } from '../browserStorage.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './pageWindow.ts';
import { useAddressSize } from './tableAddress.ts';

const known = (value: string | null): number | undefined => PAGE_SIZES.find((size) => String(size) === value);

/** Returns the page size of one table and its setter: the size in the URL, otherwise the one stored in this browser under the table's name. */
export function usePageSize(name: string, fallback: number = DEFAULT_PAGE_SIZE): readonly [number, (size: number) => void] {
  const remember = useBrowserStorage();
  const key = `table.${name}.rows`;
  const [own, setOwn] = useState(() => known(remember.get(key)));
  const [asked, setAsked] = useAddressSize(name);
  // The stored size is written to the URL, because another user who opens the URL, or later follows this session, may have stored another size.
  useEffect(() => {
    if (asked === undefined && own !== undefined && own !== fallback) setAsked(own);
  }, [asked, own, fallback, setAsked]);
  return [
    asked ?? own ?? fallback,
    (next) => {
      remember.set(key, String(next));
      setOwn(next);
      setAsked(next === fallback ? undefined : next);
    },
  ];
}
