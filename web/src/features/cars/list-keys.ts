export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]') !== null;
}

/** From no car at all the walk begins at the first one in sight. Stubs of locked cars are stepped over. */
export function walkCars(root: ParentNode, step: 1 | -1): void {
  const cars = [...root.querySelectorAll<HTMLElement>('[data-car]')];
  const current = cars.findIndex((car) => car.contains(document.activeElement));
  const inSight = cars.findIndex((car) => car.getBoundingClientRect().bottom > 80);
  const target = current === -1 ? cars[Math.max(0, inSight)] : cars[current + step];
  target?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}
