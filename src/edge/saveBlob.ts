/** Saves content of the page to the browser's downloads, or shows bytes by means of an object URL. */

import { safeFileName } from '#domain/text/fileName';

/** Creates a function that returns an object URL for bytes, which is valid until it is released. */
export function createShowBytes(page: Pick<typeof globalThis, 'URL'>) {
  return (bytes: Uint8Array<ArrayBuffer>, type: string): { readonly address: string; readonly forget: () => void } => {
    const address = page.URL.createObjectURL(new Blob([bytes], { type }));
    return { address, forget: () => page.URL.revokeObjectURL(address) };
  };
}

/** Content that the page saves: a text, saved as UTF-8, or base64 data. */
type FileContent = { readonly type: string } & ({ readonly text: string } | { readonly base64: string });

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const blobOf = (content: FileContent) =>
  'text' in content
    ? new Blob([content.text], { type: `${content.type};charset=utf-8` })
    : new Blob([bytesOf(content.base64)], { type: content.type });

/** Creates a function that saves content of the console under a safe file name; `save` starts the browser's download. */
export function createSaveContent(save: (content: Blob, fileName: string) => void) {
  return (fileName: string, content: FileContent): void =>
    save(blobOf(content), safeFileName(fileName, 'text' in content ? 'file.txt' : 'file'));
}

/** Time in ms after which the object URL is revoked; a browser may read it shortly after the click. */
const READ_WITHIN_MS = 60_000;

/** Creates a function that saves content to the browser's downloads. */
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
