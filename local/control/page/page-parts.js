/** The page shows strangers' text (titles, addresses, logs): everything is inserted as text, nothing as markup. */
export const $ = (id) => document.getElementById(id);

export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export async function ask(path, body) {
  const response = await fetch(`/_local/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

export const time = (iso) => new Date(iso).toLocaleTimeString('en-GB');
const json = (value) => element('pre', '', JSON.stringify(value, null, 2));
const none = (sentence) => element('p', 'empty', sentence);

export function details(title, value) {
  return element('details', '', element('summary', '', title), json(value));
}

/** Replaces a list only when its data changed, so that opened details stay open. */
const shown = new Map();
export function show(id, values, draw, sentence) {
  const text = JSON.stringify(values);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  $(id).replaceChildren(...(values.length > 0 ? values.map(draw) : [none(sentence)]));
}
