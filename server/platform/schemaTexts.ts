import { z } from '#contract/schema';

/** English messages of the schema library, as the option of `parse` and `safeParse`. */
export const inEnglish = { error: z.locales.en().localeError };
