import { plateInText } from '../marketplace/plate-in-text.ts';

/**
 * A text of the seller's as people who are not signed in may read and search it: without the car's plate however it is
 * spaced, and without one that the seller wrote and nobody has confirmed.
 */
export function hidePlates(text: string, plate: string | null): string {
  const open = plate ? hide(text, plate) : text;
  const written = plateInText(open);
  return written ? hide(open, written) : open;
}

function hide(text: string, plate: string): string {
  const loose = [...plate].join('[\\s.-]*');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${loose}(?![\\p{L}\\p{N}])`, 'giu'), '•••••••');
}
