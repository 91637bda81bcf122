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
