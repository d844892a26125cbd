/**
 * Does something once the next picture has been painted: what was pressed is seen first. A page that nobody sees paints none,
 * and does it at once.
 */
export function afterPicture(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
