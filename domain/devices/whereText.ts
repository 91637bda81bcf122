interface Where {
  readonly location: string;
  readonly greenhouse: string | undefined;
  readonly node: string | null | undefined;
}

/** Returns where a device is, from the largest to the smallest that is known: `De Linde · Greenhouse 2 · node 104`. Source: WRONG1. */
export function whereText({ location, greenhouse, node }: Where): string {
  return [location, greenhouse, node == null || node === '' ? undefined : `node ${node}`]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
