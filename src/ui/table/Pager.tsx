import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { countDigits } from '../countDigits.ts';
import { Select } from '../Select.tsx';
import { PageJump } from './PageJump.tsx';
import { clampPage, MOST_PAGE_BUTTONS, PAGE_SIZES, pageCount, pageWindow } from './pageWindow.ts';

const Line = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    flex: 'none',
    minHeight: { base: '60px', lg: '52px' },
    py: '4px',
    color: 'fg.muted',
    textStyle: 'meta',
    smDown: { gap: 0 },
  },
});
const Count = chakra('span', { base: { marginInlineEnd: 'auto', whiteSpace: 'nowrap' } });
/** On a phone, controls that do not fit next to the count move to the next line together, so no button is alone there. */
const Controls = chakra('div', {
  base: { display: { base: 'flex', sm: 'contents' }, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end' },
});
const step = {
  display: 'grid',
  placeItems: 'center',
  minWidth: { base: '44px', lg: '32px' },
  height: { base: '44px', lg: '32px' },
  borderRadius: 'control',
  _hover: { bg: 'bg.muted' },
} as const;
const Step = chakra('button', { base: { ...step, '&:disabled': { color: 'fg.subtle', opacity: 0.55, bg: 'transparent' } } });
/** On a phone, only the number of the current page is visible. */
const PageNumber = chakra('button', {
  base: {
    ...step,
    '&[aria-current]': { bg: 'bg.emphasized', color: 'fg', fontWeight: 600 },
    smDown: { '&:not([aria-current])': { display: 'none' } },
  },
});
const Gap = chakra('span', { base: { minWidth: '20px', textAlign: 'center', hideBelow: 'sm' } });
const Rows = chakra('span', { base: { display: 'flex', alignItems: 'center', gap: '8px', marginInlineStart: '16px', hideBelow: 'sm' } });

interface Props {
  readonly label: string;
  readonly rowCount: number;
  /** Whether only the rows of this page are loaded. Prints then show their position in the list. */
  readonly isPage?: boolean | undefined;
  /** The current page, counted from 1; clamped to 1..pages. */
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  /** Undefined if the page size is fixed. */
  readonly onSize: ((size: number) => void) | undefined;
  /** Shown at the end of the line; must keep its identity while it does not change. */
  readonly end?: ReactNode;
}

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Renders "1-10 of 23", first, previous, at most six page numbers, next, last, a page field if there are more pages, and the page size. */
export const Pager = memo(function Pager({ label, rowCount, isPage, page: asked, size, onPage, onSize, end }: Props) {
  const pages = pageCount(rowCount, size);
  const page = clampPage(asked, pages);
  const jump = (name: string, target: number, off: boolean, icon: ReactNode) => (
    <Step type="button" aria-label={name} title={name} disabled={off} onClick={() => onPage(clampPage(target, pages))}>
      {icon}
    </Step>
  );
  const from = rowCount === 0 ? 0 : (page - 1) * size + 1;
  return (
    <Line data-screen-only={isPage === true ? undefined : true} aria-label={`Pages of ${label}`}>
      <Count>{`${countDigits(from)}-${countDigits(Math.min(page * size, rowCount))} of ${countDigits(rowCount)}`}</Count>
      <Controls data-screen-only>
        {jump('First page', 1, page === 1, <ChevronsLeft aria-hidden="true" />)}
        {jump('Previous page', page - 1, page === 1, <ChevronLeft aria-hidden="true" />)}
        <PageNumbers page={page} pages={pages} onPage={onPage} />
        {jump('Next page', page + 1, page === pages, <ChevronRight aria-hidden="true" />)}
        {jump('Last page', pages, page === pages, <ChevronsRight aria-hidden="true" />)}
        {pages > MOST_PAGE_BUTTONS && <PageJump onPage={(target) => onPage(clampPage(target, pages))} />}
        {onSize && (
          <Rows>
            <span aria-hidden="true">Rows</span>
            <Select size="md" label="Rows per page" options={SIZE_OPTIONS} value={String(size)} onValue={(next) => onSize(Number(next))} />
          </Rows>
        )}
        {end}
      </Controls>
    </Line>
  );
});

interface NumbersProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

function PageNumbers({ page, pages, onPage }: NumbersProps) {
  return pageWindow(page, pages).map((item, at) =>
    item === 'gap' ? (
      <Gap key={at === 1 ? 'before' : 'after'}>…</Gap>
    ) : (
      <PageNumber
        key={item}
        type="button"
        aria-label={`Page ${countDigits(item)}`}
        aria-current={item === page ? 'page' : undefined}
        onClick={() => onPage(item)}
      >
        {countDigits(item)}
      </PageNumber>
    ),
  );
}
