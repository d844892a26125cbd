const hourMs = 3_600_000;

/** Whole days and hours from `nowMs` to an instant; null when it has passed (docs/spec.md 4: "Expired"). */
export function timeLeft(endTime: string, nowMs: number): { days: number; hours: number } | null {
  const leftMs = Date.parse(endTime) - nowMs;
  if (!(leftMs > 0)) return null;
  const hours = Math.floor(leftMs / hourMs);
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}

/** Minutes until an instant, rounded up; zero when it has come. */
export function minutesUntil(instant: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - nowMs) / 60_000));
}
