/** Line icons on a 20 px grid, drawn with one stroke; `currentColor` throughout. */
export const shapes = {
  search: 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Zm-1.4 4.1 4 4',
  help: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM8 8a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M10 13.6v.1',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  star: 'm10 2.9 2.2 4.7 5 .7-3.6 3.5.9 5.1-4.5-2.5-4.5 2.5.9-5.1L2.8 8.3l5-.7Z',
  arrow: 'M4 10h12m-5-5 5 5-5 5',
  back: 'M16 10H4m5-5-5 5 5 5',
  external: 'M8 5H5v10h10v-3M11 4h5v5m0-5-7 7',
  share: 'M10 12V3M6.5 6 10 2.8 13.5 6M5 9.5H4V17h12V9.5h-1',
  check: 'm5 10.5 3.5 3.5L15 6.5',
  lock: 'M5 9h10v8H5Zm2 0V6.5a3 3 0 0 1 6 0V9',
  warning: 'M10 3.5 17.5 16.5h-15Zm0 5v4m0 1.9v.1',
  grid: 'M4 4h5v5H4Zm7 0h5v5h-5ZM4 11h5v5H4Zm7 0h5v5h-5Z',
  rows: 'M4 5.5h12M4 10h12M4 14.5h12',
  filter: 'M3 6h14M6 10h8m-5.5 4h3',
  link: 'm8.5 11.5 3-3M9 6l1.8-1.8a3.5 3.5 0 0 1 5 5L14 11m-3 3-1.8 1.8a3.5 3.5 0 0 1-5-5L6 9',
  close: 'm5 5 10 10M15 5 5 15',
  menu: 'M3 6.5h14m-14 7h14',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  first: 'm10 5-5 5 5 5m5.5-10-5 5 5 5',
  last: 'm10 5 5 5-5 5M4.5 5l5 5-5 5',
  file: 'M5 2.5h6.5L15 6v11.5H5ZM11 3v3.5h4',
  calendar: 'M4 5h12v11H4Zm0 3.5h12M7 3v3m6-3v3',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13ZM8.3 17.5h3.4',
  mail: 'M3 5h14v10H3Zm.5.5L10 11l6.5-5.5',
  plus: 'M10 4.5v11m-5.5-5.5h11',
  more: 'M4.3 10h.4m5.1 0h.4m5.1 0h.4',
  edit: 'm4 16 .8-3.4 8.3-8.3 2.6 2.6-8.3 8.3Z',
  bin: 'M4 6h12M8 6V3.8h4V6m2.6 0-.7 10.7H6.1L5.4 6',
  save: 'M5.5 3.5h9v13L10 13l-4.5 3.5Z',
  hide: 'M3 10s2.5-4.5 7-4.5S17 10 17 10s-2.5 4.5-7 4.5S3 10 3 10Zm5.2 0a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M4 16.5l12-13',
  columns: 'M3.5 4h5.5v12H3.5Zm7.5 0h5.5v12H11Z',
} as const;

export type IconName = keyof typeof shapes;

type Props = { name: IconName; size?: number; filled?: boolean; className?: string };

export function Icon({ name, size = 20, filled = false, className = '' }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
