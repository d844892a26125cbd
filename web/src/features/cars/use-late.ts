import { useEffect, useState } from 'react';

const lateAfterMs = 250;

/** Whether something is on for longer than an answer usually takes: what dims sooner only flickers. */
export function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setLate, lateAfterMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isLate;
}
