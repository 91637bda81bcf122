import { safeFileName } from '#domain/fileName';

/** Saves bytes that came as base64, by whoever puts bytes into the browser's downloads. */
export function createSaveBase64(save: (content: Blob, fileName: string) => void) {
  return (fileName: string, base64: string, type: string): void => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    save(new Blob([bytes], { type }), safeFileName(fileName, 'file'));
  };
}
