/** Small words for writing SVG. Points are [x, y]; numbers are cut to a tenth, which no eye sees. */
type Point = readonly [x: number, y: number];

const short = (value: number) => String(Math.round(value * 10) / 10);

export function ellipse(center: Point, radiusX: number, radiusY: number, attributes: string): string {
  return `<ellipse cx="${short(center[0])}" cy="${short(center[1])}" rx="${short(radiusX)}" ry="${short(radiusY)}" ${attributes}/>`;
}

export function rect(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" ${attributes}/>`;
}
