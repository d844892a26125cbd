import { cleanWords } from './clean-words.ts';
import { asDay, asList, asObject, asPositive, asText, type Json } from './read-json.ts';
import { type StoryEvent, storyEvent } from './story.ts';

/** The list under a name, or null when the answer has none: an empty list says that there is nothing. */
export const firstOf = (root: Json, name: string): unknown[] | null =>
  Array.isArray(root[name]) ? (root[name] as unknown[]) : null;

/** The first field whose name fits, read by `read`: element shapes of these records are not documented. */
function field<T>(entry: Json, name: RegExp, read: (value: unknown) => T | null): T | null {
  for (const [key, value] of Object.entries(entry))
    if (name.test(key)) {
      const found = read(value);
      if (found !== null) return found;
    }
  return null;
}

const asAmount = (value: unknown): number | null => {
  const amount = asPositive(value);
  return amount === null ? null : Math.round(amount);
};
const dayIn = (entry: Json) => field(entry, /dato|date|tinglyst|oprettet|fra$|at$/i, asDay);

/** Loans in the debt register, with their amounts; who owes them and to whom is left where it is. */
export function moneyEvents(root: Json, plates: readonly string[]): StoryEvent[] {
  const { laaneDokumenter, konkurs } = asObject(root.debtData);
  const loans = asList(laaneDokumenter)
    .map(asObject)
    .map((loan) =>
      storyEvent('debt', 'debt_register', {
        date: dayIn(loan),
        said: field(loan, /^(?:dokument)?type(?:navn)?$/i, (value) => cleanWords(value, plates)),
        amountDkk: field(loan, /h[æa]e?ftelse|hovedstol|bel[øo]e?b|amount|restg[æa]e?ld/i, asAmount),
      }),
    );
  const isBankrupt = konkurs !== null && konkurs !== undefined && konkurs !== false;
  if (!isBankrupt) return loans;
  return [...loans, storyEvent('bankruptcy', 'debt_register', { date: dayIn(asObject(konkurs)) })];
}

/**
 * What is asked by calls of their own and laid beside the answer: the mileage log (`mileageLogs`, the shape of tjekbil's
 * call), and lists of changes of owner, thefts and recalls. Of the last three no real answer is known to us; they are read
 * by the sense of their fields' names.
 */
export function optionalEvents(root: Json, plates: readonly string[]): StoryEvent[] {
  const words = (entry: Json) =>
    field(entry, /titel|title|beskriv|descr/i, (value) => cleanWords(value, plates));
  const entries = (name: string) => (firstOf(root, name) ?? []).map(asObject);
  return [
    ...entries('mileageLogs')
      .filter(({ isHidden, mileage }) => isHidden !== true && asPositive(mileage) !== null)
      .map(({ mileage, mileageAt }) =>
        storyEvent('mileage', 'mileage_log', { date: asDay(mileageAt), mileageKm: asPositive(mileage) }),
      ),
    ...entries('ownerHistory').map((entry) =>
      storyEvent(
        /bruger|user/i.test(asText(entry.type) ?? '') ? 'user_change' : 'owner_change',
        'vehicle_register',
        {
          date: dayIn(entry),
        },
      ),
    ),
    ...entries('thefts').map((entry) =>
      storyEvent('theft', 'vehicle_register', {
        date: dayIn(entry),
        until: field(entry, /slut|til$|oph[øo]e?rt|found|end/i, asDay),
      }),
    ),
    ...entries('recalls').map((entry) =>
      storyEvent('recall', 'recall_list', { date: dayIn(entry), said: words(entry) }),
    ),
  ];
}
