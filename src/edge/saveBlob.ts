import { safeFileName } from '#domain/fileName';

/** Gives bytes an address at which this page can show them, until they are let go. */
export function createShowBytes(page: Pick<typeof globalThis, 'URL'>) {
  return (bytes: Uint8Array<ArrayBuffer>, type: string): { readonly address: string; readonly forget: () => void } => {
    const address = page.URL.createObjectURL(new Blob([bytes], { type }));
    return { address, forget: () => page.URL.revokeObjectURL(address) };
  };
}

/** Saves bytes that came as base64, by whoever puts bytes into the browser's downloads. */
export function createSaveBase64(save: (content: Blob, fileName: string) => void) {
  return (fileName: string, base64: string, type: string): void => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    save(new Blob([bytes], { type }), safeFileName(fileName, 'file'));
  };
}

/** Saves texts of the console's own, as UTF-8, by whoever puts bytes into the browser's downloads. */
export function createSaveText(save: (content: Blob, fileName: string) => void) {
  return (fileName: string, text: string, type: string): void =>
    save(new Blob([text], { type: `${type};charset=utf-8` }), safeFileName(fileName, 'file.txt'));
}

/** A browser may begin to read the address a little after the click. */
const READ_WITHIN_MS = 60_000;

/** Puts a content into the browser's downloads under a name. */
export function createSaveBlob(page: Window & typeof globalThis): (content: Blob, fileName: string) => void {
  return (content, fileName) => {
    const address = page.URL.createObjectURL(content);
    const link = page.document.createElement('a');
    link.href = address;
    link.download = fileName;
    link.click();
    page.setTimeout(() => page.URL.revokeObjectURL(address), READ_WITHIN_MS);
  };
}
