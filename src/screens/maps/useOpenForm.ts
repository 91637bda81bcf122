import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useIsPast } from '#hooks/IntentContext';
import { useLastKnown } from '#ui/form/useLastKnown';

/** The URL parameter with the item whose form a link opens. */
const UPDATE = 'update';

/** Returns which dialog of a list is open: the one to create an item, the one to update an item (selected here or named in the URL), or none. */
export function useOpenForm<T extends { readonly id: string }>(list: readonly T[]) {
  const [form, setForm] = useState<'create' | T | null>(null);
  const [search, setSearch] = useSearchParams();
  const isPast = useIsPast();
  const named = search.get(UPDATE);
  const link = isPast ? null : named;
  const linked = useLastKnown(link, link === null ? undefined : list.find(({ id }) => id === link));
  return {
    isCreating: form === 'create',
    /** The current version of the item in the list, or the last known one, because it may be removed while the user types. */
    updated: form === 'create' ? null : form === null ? (linked ?? null) : (list.find(({ id }) => id === form.id) ?? form),
    create: () => setForm('create'),
    update: (item: T) => setForm(item),
    close: () => {
      setForm(null);
      if (named === null) return;
      const left = (known: URLSearchParams) => new URLSearchParams([...known].filter(([name]) => name !== UPDATE));
      setSearch(left, { replace: true });
    },
  };
}
