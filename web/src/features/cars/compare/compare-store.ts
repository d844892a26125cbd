import { onSessionEnd } from '../../../api/session.ts';

/** A car laid aside for comparing: what the tray shows of it. */
export type ComparedCar = { id: string; title: string; photo: string | null };

export const mostCompared = 4;
export const leastCompared = 2;

const storageKey = 'bilfund_compare';
const listeners = new Set<() => void>();
let compared: readonly ComparedCar[] = read();

function isComparedCar(value: unknown): value is ComparedCar {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, photo } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && (photo === null || typeof photo === 'string');
}

function read(): readonly ComparedCar[] {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isComparedCar).slice(0, mostCompared) : [];
  } catch {
    return [];
  }
}

/** Puts these in the tray, in this order; it lasts as long as the tab. */
export function setCompared(cars: readonly ComparedCar[]): void {
  compared = cars.slice(0, mostCompared);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(compared));
  } catch {
    // Without storage the tray lasts until the page is loaded anew.
  }
  for (const listener of listeners) listener();
}

onSessionEnd(() => setCompared([]));

export const comparedCars = (): readonly ComparedCar[] => compared;

export function onCompared(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
