/** A part of a picture, in its pixels. */
export type Place = { left: number; top: number; width: number; height: number };

/** Places that overlap or touch become the rectangle around them, until none do. */
export function joinTouching(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    let grown = place;
    for (let at = joined.findIndex((other) => areTouching(other, grown)); at >= 0; ) {
      grown = rectangleAround(joined.splice(at, 1)[0]!, grown);
      at = joined.findIndex((other) => areTouching(other, grown));
    }
    joined.push(grown);
  }
  return joined;
}

function areTouching(one: Place, other: Place): boolean {
  return (
    one.left <= other.left + other.width &&
    other.left <= one.left + one.width &&
    one.top <= other.top + other.height &&
    other.top <= one.top + one.height
  );
}

function rectangleAround(one: Place, other: Place): Place {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}
