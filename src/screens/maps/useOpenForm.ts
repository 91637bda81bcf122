import { useState } from 'react';

/** Returns which dialog of a list is open: the one to create, the one to update an item, or none. */
export function useOpenForm<T extends { readonly id: string }>(list: readonly T[]) {
  const [form, setForm] = useState<'create' | T | null>(null);
  return {
    isCreating: form === 'create',
    /** The item's current version in the list, or the last known one: it may be removed while the user types. */
    updated: form === null || form === 'create' ? null : (list.find(({ id }) => id === form.id) ?? form),
    create: () => setForm('create'),
    update: (item: T) => setForm(item),
    close: () => setForm(null),
  };
}
