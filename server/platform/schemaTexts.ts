import { z } from '#contract/schema';

/** The option of `parse` and `safeParse` by which an issue has an English message; without it each is "Invalid input". */
export const inEnglish = { error: z.locales.en().localeError };
