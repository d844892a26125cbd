/** A sign that is seen: no blank, no control or joining sign, no mark without a letter, none of the letters that are drawn as nothing. */
const seenSign = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Nothing is seen of such a text, however long it is. */
export const isUnseen = (text: string): boolean => !seenSign.test(text);
