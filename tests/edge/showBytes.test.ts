import { expect, it } from 'vitest';
import { createShowBytes } from '#edge/saveBlob';

it('[FILE5] bytes get an address with their type, which ends when they are let go', async () => {
  const made: Blob[] = [];
  const ended: string[] = [];
  class ItsUrl extends URL {
    static override createObjectURL(blob: Blob) {
      made.push(blob);
      return `blob:${made.length}`;
    }
    static override revokeObjectURL(address: string) {
      ended.push(address);
    }
  }
  const show = createShowBytes({ URL: ItsUrl });
  const shown = [show(new Uint8Array([1, 2]), 'video/mp4'), show(new Uint8Array([3]), 'text/plain')];
  expect(shown.map(({ address }) => address)).toEqual(['blob:1', 'blob:2']);
  expect(made.map(({ size, type }) => [size, type])).toEqual([
    [2, 'video/mp4'],
    [1, 'text/plain'],
  ]);
  expect(ended).toEqual([]);
  shown[0]?.forget();
  expect(ended).toEqual(['blob:1']);
});
