import { safeFileName } from '#domain/fileName';

/** Saves texts of the console's own, as UTF-8, by whoever puts bytes into the browser's downloads. */
export function createSaveText(save: (content: Blob, fileName: string) => void) {
  return (fileName: string, text: string, type: string): void =>
    save(new Blob([text], { type: `${type};charset=utf-8` }), safeFileName(fileName, 'file.txt'));
}
