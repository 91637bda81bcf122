/** Gives bytes an address at which this page can show them, until they are let go. */
export function createShowBytes(page: Pick<typeof globalThis, 'URL'>) {
  return (bytes: Uint8Array<ArrayBuffer>, type: string): { readonly address: string; readonly forget: () => void } => {
    const address = page.URL.createObjectURL(new Blob([bytes], { type }));
    return { address, forget: () => page.URL.revokeObjectURL(address) };
  };
}
