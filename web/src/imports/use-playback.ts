import { useEffect, useState } from 'react';
import { type ExampleImport, exampleDurationMs, exampleMoment } from '#core/imports/example-import.ts';

/** Nobody watches for minutes: a longer import is shown in about this time. */
const shownMs = 16_000;

/** Walks from change to change of the recording, some times as fast as it went. */
export function usePlayback(recording: ExampleImport) {
  const durationMs = exampleDurationMs(recording);
  const times = Math.max(1, Math.round(durationMs / shownMs));
  const [atMs, setAtMs] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const { status, cars, nextAtMs } = exampleMoment(recording, atMs);
  useEffect(() => {
    if (isPaused || nextAtMs === null) return;
    const timer = setTimeout(() => setAtMs(nextAtMs), (nextAtMs - atMs) / times);
    return () => clearTimeout(timer);
  }, [atMs, nextAtMs, isPaused, times]);
  const seek = (ms: number) => {
    setAtMs(ms);
    setPaused(false);
  };
  return { status, cars, times, durationMs, isPaused, isEnded: nextAtMs === null, setPaused, seek };
}
