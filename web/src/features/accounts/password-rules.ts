/** Spec section 5. */
export const leastPasswordLength = 6;

/** Which rule a new password breaks, in the order the form says it. */
export function passwordFault(password: string, repeated: string): 'mismatch' | 'tooShort' | null {
  if (password !== repeated) return 'mismatch';
  return password.length < leastPasswordLength ? 'tooShort' : null;
}
