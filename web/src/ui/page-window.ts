const windowSize = 5;

/** Up to five page numbers, centred on the current page and shifted at the ends (docs/spec.md 2). */
export function pageWindow(page: number, totalPages: number): number[] {
  const length = Math.min(windowSize, totalPages);
  const centred = page - Math.floor(windowSize / 2);
  const first = Math.max(1, Math.min(centred, totalPages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
