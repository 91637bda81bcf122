import { type getErrorCodesExportCheck, MAX_UNPRINTABLE } from '#contract/errorCode';
import type { z } from '#contract/schema';
import { codeText } from '#domain/errorCodes/errorCode';
import type { CatalogueEntry } from './errorCodeStore.ts';
import { fontFinder, printFonts } from './printFonts.ts';
import { unprintableIn } from './printedRuns.ts';

/** Characters named per text. */
const MAX_CHARACTERS = 20;

/** Returns which texts of a language hold characters that no font of the catalogue has. */
export function unprintableTexts(entries: readonly CatalogueEntry[], language: string): z.infer<typeof getErrorCodesExportCheck.answer> {
  const find = fontFinder(printFonts(language));
  const texts = entries.flatMap(({ code, description }) => {
    const characters = unprintableIn(description[language] ?? '', find);
    return characters.length === 0 ? [] : [{ error_code: codeText(code), characters: characters.slice(0, MAX_CHARACTERS) }];
  });
  return { total: texts.length, texts: texts.slice(0, MAX_UNPRINTABLE) };
}
