import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshPlan } from '../../api/refresh-plan.ts';
import { usePlan } from './use-plan.ts';

/** The service's clock may be a little behind ours. */
const graceMs = 2_000;
/** Timers of more than 24 days overflow: a longer wait is taken in steps. */
const longestMs = 24 * 60 * 60_000;

/**
 * A plan that ends by time alone is announced by nobody: when its period is over, everything it decides is asked again.
 * Mounted while somebody is signed in.
 */
export function usePlanExpiry(): void {
  const client = useQueryClient();
  const end = usePlan().plan.current_period_end;
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const leftMs = Date.parse(end) + graceMs - Date.now();
      // Already over: the service knows better than this clock, and was just asked.
      if (!(leftMs > 0)) return;
      const isLastStep = leftMs <= longestMs;
      timer = setTimeout(() => (isLastStep ? void refreshPlan(client) : wait()), Math.min(leftMs, longestMs));
    };
    wait();
    return () => clearTimeout(timer);
  }, [client, end]);
}
