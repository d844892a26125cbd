import type { Language } from '../language.ts';

const ownHead = /<!--page-->[\s\S]*?<!--\/page-->/;
const ownLanguage = /<html lang="[a-z]+"/;
const emptyRoot = '<div id="root"></div>';

/**
 * The app's page with the head, and where there is one the content, of one address in place of its own.
 * Throws when the page has lost the marks between which its own head stands.
 */
export function fillShell(
  shell: string,
  page: { language: Language; head: string; content?: string },
): string {
  if (!ownHead.test(shell) || !ownLanguage.test(shell) || !shell.includes(emptyRoot))
    throw new Error('The page of the app has lost its marks.');
  // Replaced by functions: a "$&" in a title is text.
  const filled = shell
    .replace(ownLanguage, () => `<html lang="${page.language}"`)
    .replace(ownHead, () => page.head);
  if (page.content === undefined) return filled;
  return filled.replace(emptyRoot, () => `<div id="root">${page.content}</div>`);
}
