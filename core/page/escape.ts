const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML and XML, inside an element or a quoted attribute alike. */
export function escapeMarkup(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => entities[character]!);
}

/** JSON that cannot end the script element it stands in, nor a line of it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
