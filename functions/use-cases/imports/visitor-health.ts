import * as z from 'zod/mini';
import { metricNames } from '#core/contract/metrics.ts';
import { sayVisitorSeen, takeVisitorHealth } from '#functions/_adapters/dynamodb/visitor-health.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { type CountedMetric, countMetric } from '#functions/_runtime/metrics.ts';

/** Two of its reports may fail before it counts as gone. */
const seenForMs = 3 * 60_000;

const countedName = z.tuple([z.enum(metricNames), z.record(z.string(), z.string())]);
const nameOf = ({ name, dimensions }: CountedMetric): string => JSON.stringify([name, dimensions]);

function readName(text: string): z.infer<typeof countedName> | null {
  try {
    return countedName.parse(JSON.parse(text));
  } catch {
    // Of a visitor that runs another version.
    return null;
  }
}

/** What a visitor has counted and not reported yet. */
export function keepCounts() {
  let counts: Record<string, number> = {};
  const add = (counted: CountedMetric) => {
    const name = nameOf(counted);
    counts[name] = (counts[name] ?? 0) + counted.value;
  };
  return {
    add,
    /** Tells the stage that this visitor is there, and what it has counted. @throws when the table does not answer */
    async report(): Promise<void> {
      const told = counts;
      counts = {};
      try {
        await sayVisitorSeen(clock.now().toISOString(), told);
      } catch (error) {
        for (const [name, value] of Object.entries(told)) counts[name] = (counts[name] ?? 0) + value;
        throw error;
      }
    },
  };
}

/** Counts in the cloud what visitors have reported: their role may count nothing there. */
export async function countVisitorHealth(): Promise<void> {
  const { seenAt, counts } = await takeVisitorHealth();
  const isSeen = seenAt !== null && clock.now().getTime() - Date.parse(seenAt) < seenForMs;
  if (isSeen) countMetric('VisitorSeen', 1);
  for (const [text, value] of Object.entries(counts)) {
    const name = readName(text);
    if (name) countMetric(name[0], value, name[1]);
  }
}
