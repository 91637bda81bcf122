import { useState } from 'react';

/** Which form of a list is open: the one that creates, the one that updates an item, or none. */
export function useOpenForm<T extends { readonly id: string }>(list: readonly T[]) {
  const [form, setForm] = useState<'create' | T | null>(null);
  return {
    isCreating: form === 'create',
    /** The item as the list has it now, or as it was: it may leave the list while somebody types. */
    updated: form === null || form === 'create' ? null : (list.find(({ id }) => id === form.id) ?? form),
    create: () => setForm('create'),
    update: (item: T) => setForm(item),
    close: () => setForm(null),
  };
}
