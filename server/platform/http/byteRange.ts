import type { ByteRange } from '../storage/fileStorage.ts';

/**
 * Returns the part that a `Range` header names of a body of `size` bytes: `all` without the header, for several parts and for another unit, which may be
 * ignored; `none` for a part beyond the end. Source: RFC 9110, 14.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return 'all';
  return from >= size ? 'none' : { from, to };
}
