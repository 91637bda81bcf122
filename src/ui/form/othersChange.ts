const OTHERS_CHANGE = 'Changed by somebody else meanwhile';

/** Returns the hint of a field that is being edited when another user has saved this value for it. Source: FORM1. */
export function othersChange(value: unknown): string {
  if (value === '' || value === null || value === undefined) return `${OTHERS_CHANGE}: nothing`;
  return typeof value === 'string' ? `${OTHERS_CHANGE}: ${value}` : OTHERS_CHANGE;
}
