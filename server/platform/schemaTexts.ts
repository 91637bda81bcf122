import { z } from '#contract/schema';

/** English messages of the schema library, as the option of `parse` and `safeParse`; without it every message is "Invalid input". */
export const inEnglish = { error: z.locales.en().localeError };
