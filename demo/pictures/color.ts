function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Between two "#rrggbb" colours; `share` 0 gives the first. */
export function mixColors(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => Math.round(value + (other[index]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Towards the light of a bright northern sky, which is never quite white. */
export function lighten(hex: string, share: number): string {
  return mixColors(hex, '#fbfcfa', share);
}

export function darken(hex: string, share: number): string {
  return mixColors(hex, '#0b0f12', share);
}
