/** When a rule fires: the first moment after a given one. */
export type Schedule = { next(after: Date): Date };

const unitMilliseconds: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The values that a cron field allows: `*`, `?`, lists, ranges and steps of numbers. */
function fieldValues(field: string, low: number, high: number): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [from, to] = range === '*' || range === '?' ? [low, high] : range.split('-').map(Number);
    const start = from ?? low;
    const end = to ?? (part.includes('/') ? high : start);
    if (Number.isNaN(start) || Number.isNaN(end))
      throw new Error(`The cron field ${field} is not understood.`);
    for (let value = start; value <= end; value += Number(step)) values.add(value);
  }
  return values;
}

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** EventBridge's six fields, in UTC: minutes, hours, day of month, month, day of week (1 = Sunday), year. */
function parseCron(expression: string): Schedule {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = expression.trim().split(/\s+/);
  const numbered = weekdays.toUpperCase().replace(/[A-Z]{3}/g, (name) => String(dayNames.indexOf(name) + 1));
  const allowed = {
    minute: fieldValues(minutes, 0, 59),
    hour: fieldValues(hours, 0, 23),
    day: fieldValues(days, 1, 31),
    month: fieldValues(months, 1, 12),
    weekday: fieldValues(numbered, 1, 7),
  };
  const fits = (at: Date) =>
    allowed.minute.has(at.getUTCMinutes()) &&
    allowed.hour.has(at.getUTCHours()) &&
    allowed.day.has(at.getUTCDate()) &&
    allowed.month.has(at.getUTCMonth() + 1) &&
    allowed.weekday.has(at.getUTCDay() + 1);
  return {
    next(after) {
      const at = new Date(Math.floor(after.getTime() / 60_000) * 60_000 + 60_000);
      const limit = at.getTime() + 400 * 86_400_000;
      while (!fits(at) && at.getTime() < limit) at.setTime(at.getTime() + 60_000);
      return at;
    },
  };
}

/**
 * `rate(1 hour)` and `cron(0 * * * ? *)`; undefined for a rule without schedule. Rates count from the epoch, so that a
 * restart neither skips nor repeats a firing.
 */
export function parseSchedule(expression: string | undefined): Schedule | undefined {
  if (!expression) return undefined;
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const period = Number(rate[1]) * (unitMilliseconds[rate[2] ?? ''] ?? 0);
    return { next: (after) => new Date((Math.floor(after.getTime() / period) + 1) * period) };
  }
  const cron = /^cron\((.*)\)$/.exec(expression);
  if (cron) return parseCron(cron[1] ?? '');
  throw new Error(`The schedule ${expression} is not understood.`);
}
