import { useMemo } from 'react';
import type { RemotePaging } from '../dataTableProps.ts';
import { clampPage, pageAfterResize, pageCount } from './pageWindow.ts';
import { useTablePage } from './tableAddress.ts';
import { usePageSize } from './usePageSize.ts';
import { useStableCallback } from '../useStableCallback.ts';

interface Options<Row> {
  readonly name: string;
  readonly ordered: readonly Row[];
  readonly remote: RemotePaging | undefined;
  readonly paged: boolean;
  readonly size: number;
}

/** Returns the rows of the current page and the state of the pager. A page that no longer exists becomes the last one. */
export function usePages<Row>({ name, ordered, remote, paged, size: fallback }: Options<Row>) {
  const [ownSize, setOwnSize] = usePageSize(name, fallback);
  // With server-side paging, the page belongs to the query and is under the same name in the URL.
  const [ownPage, setOwnPage] = useTablePage(remote === undefined ? name : null);
  const size = remote?.size ?? ownSize;
  const rowCount = remote?.rowCount ?? ordered.length;
  const page = clampPage(remote?.page ?? ownPage, pageCount(rowCount, size));
  const rows = useMemo(
    () => (remote || !paged ? ordered : ordered.slice((page - 1) * size, page * size)),
    [remote, paged, ordered, page, size],
  );
  const onPage = useStableCallback((next: number) => (remote ? remote.onChange(next, size) : setOwnPage(next)));
  const onSize = useStableCallback((next: number) => {
    setOwnSize(next);
    const holding = pageAfterResize(page, size, next);
    if (remote) remote.onChange(holding, next);
    else setOwnPage(holding);
  });
  return { rows, pager: { rowCount, page, size, onPage, onSize: remote?.isFixed === true ? undefined : onSize } };
}
