import { useState } from 'react';
import { useBrowserStorage } from '../browserStorage.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './pageWindow.ts';

const known = (value: string | null): number | undefined => PAGE_SIZES.find((size) => String(size) === value);

/** Returns the page size of one table and its setter, stored in this browser under the table's name. */
export function usePageSize(name: string, fallback: number = DEFAULT_PAGE_SIZE): readonly [number, (size: number) => void] {
  const remember = useBrowserStorage();
  const key = `table.${name}.rows`;
  const [size, setSize] = useState(() => known(remember.get(key)) ?? fallback);
  return [
    size,
    (next) => {
      remember.set(key, String(next));
      setSize(next);
    },
  ];
}
