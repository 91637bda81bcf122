import { z } from '#contract/schema';

/** The option of `parse` and `safeParse` that gives issues an English message; without it every message is "Invalid input". */
export const inEnglish = { error: z.locales.en().localeError };
