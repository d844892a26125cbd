import { lazy, Suspense } from 'react';
import { useCompared } from './compare-store.ts';

const CompareTray = lazy(() => import('./compare-tray.tsx'));

/** The tray, once a car is laid aside. */
export function CompareSlot() {
  if (useCompared().length === 0) return null;
  return (
    <Suspense>
      <CompareTray />
    </Suspense>
  );
}
