import * as z from 'zod/mini';
import { mileageExplanations, mileageVerdicts } from '../../register/mileage-verdict.ts';
import { storyKinds, storySources, storyTopics } from '../../register/story.ts';

const text = z.nullable(z.string());
const number = z.nullable(z.number());

/** A contradiction or notice: what ad and register say, and when. */
export const wireFact = z.object({ kind: z.string(), ad: text, register: text, date: text });

/** What the register told of a car (`core/register/story.ts`): a topic that is not among `asked` was not asked. */
export const wireStory = z.object({
  asked: z.array(z.enum(storyTopics)),
  /** Oldest first; days "YYYY-MM-DD", `amount` in DKK, `mileage` in kilometres. */
  events: z.array(
    z.object({
      kind: z.enum(storyKinds),
      source: z.enum(storySources),
      date: text,
      until: text,
      said: text,
      mileage: number,
      place: text,
      faults: z.array(z.string()),
      amount: number,
    }),
  ),
});

const reading = z.object({ date: z.string(), mileage: z.number() });

/** Whether all readings and the ad's claim can be one story (`core/register/mileage-verdict.ts`). */
export const wireVerdict = z.object({
  verdict: z.enum(mileageVerdicts),
  reading_days: z.number(),
  fall: z.nullable(z.object({ from: reading, to: reading, is_to_claim: z.boolean() })),
  explanations: z.array(z.enum(mileageExplanations)),
  /** A reading is out of line, and the others put it right. */
  has_slip: z.optional(z.literal(true)),
});
