import { useEffect, useRef, useState } from 'react';
import {
  type ExampleCar,
  type ExampleImport,
  exampleDurationMs,
  exampleImportFolder,
  exampleMoment,
} from '#core/imports/example-import.ts';
import { CarFace, shortenTitle } from '../cars/car-card.tsx';
import { CardSkeleton } from '../cars/car-grid.tsx';
import { useImportTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ImportProgress } from './import-progress.tsx';

/** Nobody watches for minutes: a longer import is shown in about this time. */
const shownMs = 16_000;

/** Walks from change to change of the recording, some times as fast as it went. */
function usePlayback(recording: ExampleImport) {
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

/** Rejects when the recording is not there, or is one that this version of the app does not know. */
export async function fetchRecording(): Promise<ExampleImport> {
  const response = await fetch(`${exampleImportFolder}/recording.json`);
  if (!response.ok) throw new Error(`the recording: ${response.status}`);
  const recording = (await response.json()) as ExampleImport;
  if (recording.version !== 1) throw new Error(`a recording of version ${recording.version}`);
  return recording;
}

/** Plays a recorded import: its progress, and the cars as they came into the list. */
export function ImportPlayback({ recording, takesFocus }: { recording: ExampleImport; takesFocus: boolean }) {
  const t = useImportTexts();
  const play = usePlayback(recording);
  const mainButton = useRef<HTMLButtonElement>(null);
  // Where it began by itself, a screen reader is left alone until its reader presses a button of it.
  const [isAsked, setAsked] = useState(takesFocus);
  const focusMain = () => mainButton.current?.focus({ preventScroll: true });
  // Where it replaces the pressed button it takes the focus; where it began by itself the reader is elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (takesFocus) focusMain();
  }, []);
  const amazing = recording.cars.filter(({ deal }) => deal === 'amazing').length;
  const summary = t.recorded.summary(recording.cars.length, amazing);
  const press = () => {
    setAsked(true);
    if (play.isEnded) play.seek(0);
    else play.setPaused(!play.isPaused);
  };
  const skip = () => {
    setAsked(true);
    play.seek(play.durationMs);
    focusMain();
  };
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div className="self-start rounded-xl border border-rule bg-surface p-5">
        <p className="flex items-center gap-2.5 text-meta text-ink-2">
          <Icon name="link" size={18} className="text-ink-3" />
          <span className="truncate">…{recording.search}</span>
        </p>
        <ImportProgress status={play.status} />
        {/* Screen readers hear each stage, not each car. */}
        <p role="status" className="sr-only">
          {isAsked && (play.isEnded ? summary : t.imports[play.status.status])}
        </p>
        {play.isEnded && (
          <>
            <h3 className="mt-5 text-h3">{summary}</h3>
            <p className="mt-1 text-meta text-ink-2">{t.recorded.took(Math.round(play.durationMs / 1000))}</p>
          </>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {play.isEnded && (
            <Link to={paths.register} className={button.primary}>
              {t.plans.startFree}
            </Link>
          )}
          <Button ref={mainButton} look="secondary" onClick={press}>
            {play.isEnded ? t.recorded.again : play.isPaused ? t.recorded.resume : t.recorded.pause}
          </Button>
          {!play.isEnded && (
            <Button look="plain" onClick={skip}>
              {t.recorded.toEnd}
            </Button>
          )}
        </div>
        <p className="mt-5 text-caption text-ink-2">{t.recorded.note(play.times)}</p>
      </div>
      <Cars cars={play.cars} found={play.status.carsFound} />
    </div>
  );
}

/** Number of placeholders before the number of cars is known. */
const fewestPlaces = 4;

/** The newest cars first, with placeholders for those still being read. */
function Cars({ cars, found }: { cars: readonly ExampleCar[]; found: number }) {
  const t = useImportTexts();
  const waiting = Math.max(found, fewestPlaces) - cars.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <ul aria-label={t.recorded.cars} tabIndex={0} className="flex min-h-108 gap-6 overflow-x-auto pb-3">
      {cars.map((car) => (
        <li key={car.image_urls[0]} className="flex w-60 flex-none flex-col fade-in">
          <CarFace car={car} isEager>
            {shortenTitle(car.title)}
          </CarFace>
        </li>
      ))}
      {Array.from({ length: Math.max(0, waiting) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <li key={place} aria-hidden="true" className="w-60 flex-none">
          <CardSkeleton mode="grid" />
        </li>
      ))}
    </ul>
  );
}
