/** Formats a count with a space between thousands, `48 213`, as `numberText` does outside this folder. Source: COUNT2. */
export const countDigits = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
