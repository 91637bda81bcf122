import { expect, it } from 'vitest';
import { createSaveContent } from '#edge/saveBlob';

it('[MGMT-046] [FILE1] bytes that came as base64 are saved as they were, under a safe name', async () => {
  const saved: (readonly [string, string, readonly number[]])[] = [];
  const contents: Blob[] = [];
  createSaveContent((content, name) => {
    contents.push(content);
    saved.push([name, content.type, []]);
  })('../LF-01_qr_code.png', { base64: btoa(String.fromCharCode(137, 80, 78, 71, 0, 255)), type: 'image/png' });
  expect(saved.map(([name, type]) => [name, type])).toEqual([['_LF-01_qr_code.png', 'image/png']]);
  expect([...new Uint8Array((await contents[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([137, 80, 78, 71, 0, 255]);
});
