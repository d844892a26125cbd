import { lazy, Suspense } from 'react';
import type { WireTold } from '#core/contract/routes/cars.ts';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';

const Findings = lazy(() => import('../story/before-you-buy.tsx'));
const Story = lazy(() => import('../story/car-story.tsx'));
const Cost = lazy(() => import('../cost/cost-of-owning.tsx'));

type Props = { car: WireTold; className: string };

/** What stands below the first window comes in a part of its own; its place is kept meanwhile. */
export const BeforeYouBuy = (props: Props) => (
  <Suspense fallback={<section className={`${props.className} min-h-40`} />}>
    <Findings {...props} />
  </Suspense>
);

export const CarStory = (props: Props) => (
  <Suspense fallback={null}>
    <Story {...props} />
  </Suspense>
);

export const CostOfOwning = (props: { id: string; className: string; onUpgrade: OpenUpgrade }) => (
  <Suspense fallback={<section className={`${props.className} min-h-120`} />}>
    <Cost {...props} />
  </Suspense>
);
