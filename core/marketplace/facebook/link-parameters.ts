import { cleanLine } from '#core/marketplace/ad/text.ts';
import { knownParameters } from './known-parameters.ts';

/**
 * Keeps what is known and well formed of a search's parameters, first value each, in a stable order, and
 * asks for the English page. Null when a value smuggles control characters: such a link is hostile, not
 * sloppy.
 */
export function normaliseParameters(given: URLSearchParams): URLSearchParams | null {
  for (const [name, value] of given) if (/\p{Cc}/u.test(name + value)) return null;
  const kept = new URLSearchParams();
  for (const [name, shape] of knownParameters) {
    const value = given.get(name);
    const text = value === null ? null : cleanLine(value, 100);
    if (text !== null && (shape === 'text' || shape.test(text))) kept.set(name, text);
  }
  // Asked for both, the site answers "no listings" although there are some.
  if (kept.has('daysSinceListed') && /^price/.test(kept.get('sortBy') ?? '')) kept.delete('sortBy');
  kept.set('locale', 'en_US');
  return kept;
}
