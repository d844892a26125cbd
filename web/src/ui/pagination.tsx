import { useTexts } from '../i18n/language.tsx';
import { Icon, type IconName } from './icon.tsx';

const windowSize = 5;

/** Up to five page numbers, centred on the current page and shifted at the ends (docs/spec.md 2). */
export function pageWindow(page: number, totalPages: number): number[] {
  const length = Math.min(windowSize, totalPages);
  const centred = page - Math.floor(windowSize / 2);
  const first = Math.max(1, Math.min(centred, totalPages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

type Props = {
  page: number;
  totalPages: number;
  label: string;
  onPage: (page: number) => void;
  /** Phones show only the previous and next buttons. */
  isShort?: boolean;
};

const cell =
  'grid h-10 min-w-10 place-items-center rounded-lg text-control text-ink-2 hover:bg-paper-2 disabled:opacity-35 disabled:hover:bg-transparent max-md:h-11 max-md:min-w-11';

/** First, previous, up to five numbers, next, last and "Page X of Y". */
export function Pagination({ page, totalPages, label, onPage, isShort = false }: Props) {
  const t = useTexts();
  const whole = isShort ? 'max-sm:hidden' : '';
  const step = (name: string, icon: IconName, target: number, extra = '') => (
    <button
      type="button"
      className={`${cell} ${extra}`}
      aria-label={name}
      disabled={target < 1 || target > totalPages || target === page}
      onClick={() => onPage(target)}
    >
      <Icon name={icon} size={18} />
    </button>
  );
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-x-1">
      {step(t.list.firstPage, 'first', 1, 'max-sm:hidden')}
      {step(t.list.previousPage, 'left', page - 1)}
      {pageWindow(page, totalPages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={t.list.page(number)}
          aria-current={number === page ? 'page' : undefined}
          className={`${cell} ${whole} aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-on-accent`}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      {isShort && (
        <span aria-hidden="true" className="px-1 text-meta sm:hidden">
          {page} / {totalPages}
        </span>
      )}
      {step(t.list.nextPage, 'right', page + 1)}
      {step(t.list.lastPage, 'last', totalPages, 'max-sm:hidden')}
      <span
        className={`ml-3 text-meta text-ink-2 ${isShort ? 'max-sm:sr-only' : 'max-sm:ml-0 max-sm:w-full max-sm:text-center'}`}
      >
        {t.list.pageOf(page, totalPages)}
      </span>
    </nav>
  );
}
