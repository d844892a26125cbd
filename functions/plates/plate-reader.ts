import sharp from 'sharp';
import {
  areStackedLines,
  boxCorners,
  joinBoxes,
  plateSizedBoxes,
  type Quad,
  type RotatedBox,
} from '#core/plates/boxes.ts';
import {
  type CharacterReading,
  danishGrammar,
  decodeFreely,
  decodeUnderGrammar,
  joinReadings,
  type PlateGrammar,
  smoothConfusables,
} from '#core/plates/decode.ts';
import type { PlateReading } from '#core/plates/plate.ts';
import { keepFresh } from '#functions/platform/keep-fresh.ts';
import {
  cropLine,
  type DetectionSize,
  detectTextLines,
  findModelFiles,
  loadOcrNetworks,
  type OcrNetworks,
  readWorkingPhoto,
  recogniseLine,
  type WorkingPhoto,
} from './ocr.ts';

export type PlateReader = {
  /**
   * The plates of the given formats (Danish by default) in a JPEG, PNG, WebP, GIF or AVIF photo, likeliest first; empty when
   * there are none. `plateVerdict` decides later which to accept.
   * @throws UnreadablePhoto
   */
  read(photo: Uint8Array, grammars?: readonly PlateGrammar[]): Promise<PlateReading[]>;
};

const workingSidePx = 1200;
/**
 * The second size is tried only when the first finds nothing, and only in regions that can hold a plate, because the whole
 * photo would take nearly twice as long. It also enlarges small photos, in which the network takes plates of 40 px for
 * texture.
 */
const detectionSizes: readonly DetectionSize[] = [
  { sidePx: 736, mostEnlargement: 1, isBusyOnly: false },
  { sidePx: 960, mostEnlargement: 2, isBusyOnly: true },
];
/** Below this score a reading is other text forced into a plate's format. */
const noiseScore = -8;

/** A plate reader that loads its networks with the first photo. `modelsDir`: a folder with the model files. */
export function createPlateReader({ modelsDir }: { modelsDir?: string } = {}): PlateReader {
  // One core, and no photo comes twice: threads and caches would only use memory.
  sharp.concurrency(1);
  sharp.cache(false);
  const getNetworks = keepFresh(Number.POSITIVE_INFINITY, () => loadOcrNetworks(findModelFiles(modelsDir)));
  return {
    async read(bytes, grammars = [danishGrammar]) {
      const photo = await readWorkingPhoto(bytes, workingSidePx);
      return findPlates(await getNetworks(), photo, grammars);
    },
  };
}

async function findPlates(
  networks: OcrNetworks,
  photo: WorkingPhoto,
  grammars: readonly PlateGrammar[],
): Promise<PlateReading[]> {
  for (const size of detectionSizes) {
    const readings = await readPlatesAt(networks, photo, size, grammars);
    if (readings.length > 0) return readings;
  }
  return [];
}

type Line = { box: RotatedBox; reading: CharacterReading; freeLogProbability: number };
type RankedReading = PlateReading & { logProbability: number };

async function readPlatesAt(
  networks: OcrNetworks,
  photo: WorkingPhoto,
  size: DetectionSize,
  grammars: readonly PlateGrammar[],
): Promise<PlateReading[]> {
  const lines: Line[] = [];
  for (const box of plateSizedBoxes(await detectTextLines(networks.detectText, photo, size))) {
    const reading = await recogniseLine(networks, cropLine(photo, box));
    lines.push({ box, reading, freeLogProbability: decodeFreely(reading).logProbability });
  }
  return [...lines, ...stackedLines(lines)]
    .map((line) => readLine(line, grammars, photo.scale))
    .filter((reading) => reading !== null)
    .sort((a, b) => b.logProbability - a.logProbability)
    .map(({ logProbability: _, ...reading }) => reading);
}

/** Joins every pair of lines that can be a two-line plate. */
function stackedLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((upper) =>
    lines
      .filter((lower) => lower !== upper && areStackedLines(upper.box, lower.box))
      .map((lower) => ({
        box: joinBoxes(upper.box, lower.box),
        reading: joinReadings(upper.reading, lower.reading),
        freeLogProbability: upper.freeLogProbability + lower.freeLogProbability,
      })),
  );
}

/** The reading of a line in the format that fits best; null when none fits. */
function readLine(line: Line, grammars: readonly PlateGrammar[], scale: number): RankedReading | null {
  const smoothed = smoothConfusables(line.reading);
  const best = grammars
    .map((grammar) => decodeUnderGrammar(smoothed, grammar))
    .filter((path) => path !== null)
    .reduce((a, b) => (b.logProbability > a.logProbability ? b : a), { text: '', logProbability: -Infinity });
  const score = best.logProbability - line.freeLogProbability;
  if (score < noiseScore) return null;
  const box = boxCorners(line.box).map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  const quad: Quad = [topLeft!, topRight!, bottomRight!, bottomLeft!];
  return { plate: best.text, score, widthPx: line.box.width, box: quad, logProbability: best.logProbability };
}
