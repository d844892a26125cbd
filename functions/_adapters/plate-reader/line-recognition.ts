import { type CharacterReading, junkIndex, stepLength } from '#core/plate/symbols.ts';
import type { NetworkOutput, OcrNetworks } from './ocr-networks.ts';
import type { Pixels } from './photo-pixels.ts';

/** Narrower lines are padded with grey: the network needs some steps to say anything. */
const leastInputWidthPx = 64;

/** What the network reads in a line, reduced to the symbols of plates. */
export async function recogniseLine(networks: OcrNetworks, line: Pixels): Promise<CharacterReading> {
  const width = Math.max(line.width, leastInputWidthPx);
  const output = await networks.recogniseLine({ values: toInput(line, width), width, height: line.height });
  return toReading(output, networks.symbolClasses);
}

/** Blue, green, red planes, −1 to 1. */
function toInput(line: Pixels, width: number): Float32Array {
  const plane = width * line.height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < line.height; y++) {
      for (let x = 0; x < line.width; x++) {
        const value = line.data[(y * line.width + x) * 3 + 2 - channel]!;
        values[channel * plane + y * width + x] = value / 127.5 - 1;
      }
    }
  }
  return values;
}

/** Thousands of classes (the network reads Chinese too) to 36 symbols; all the rest is junk. */
function toReading(output: NetworkOutput, symbolClasses: OcrNetworks['symbolClasses']): CharacterReading {
  const steps = output.dimensions[1] ?? 0;
  const classes = output.dimensions[2] ?? 0;
  const probabilities = new Float32Array(steps * stepLength);
  for (let step = 0; step < steps; step++) {
    const offset = step * stepLength;
    let known = 0;
    for (const entry of symbolClasses) {
      const probability = output.values[step * classes + entry.class]!;
      probabilities[offset + entry.symbol] = probabilities[offset + entry.symbol]! + probability;
      known += probability;
    }
    probabilities[offset + junkIndex] = Math.max(0, 1 - known);
  }
  return { steps, probabilities };
}
