import { z } from '#contract/schema';

/** The option of `parse` and `safeParse` by which an issue says in English what is wrong; without it each says "Invalid input". */
export const inEnglish = { error: z.locales.en().localeError };
