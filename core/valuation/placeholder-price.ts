/** Amounts people type when they do not want to name a price. */
const runs = ['123456789', '987654321'];
const leastDigits = 3;

/** People ask 99.999 kr., and 55.555 for a joke: five equal digits in the upper half are a price. */
const isPriceOfWindows = (digits: string): boolean => /^([5-9])\1{4}$/.test(digits);

/**
 * 0, 1, one digit repeated ("1111", "999999") and counting up or down ("1234", "4321") name no price.
 * Three digits or more, so that a part for 99 or 12 kr. keeps its price.
 */
export function isPlaceholderPrice(amount: number): boolean {
  if (!Number.isFinite(amount) || amount <= 1) return true;
  const digits = String(Math.round(amount));
  if (digits.length < leastDigits || isPriceOfWindows(digits)) return false;
  return /^(\d)\1+$/.test(digits) || runs.some((run) => run.includes(digits));
}
