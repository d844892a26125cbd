import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { junkIndex, symbolIndex } from '#core/plate/symbols.ts';
import type { ModelFiles } from './model-files.ts';

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

/** Loads the runtime and both networks, about 0.3 s and 100 MB; single-threaded, as a function has one core. */
export async function loadOcrNetworks(files: ModelFiles): Promise<OcrNetworks> {
  const runtime = await import('onnxruntime-node');
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Every photo has its own shape: plans kept per shape add up to hundreds of MB, an arena without them stays at 420 MB resident.
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

/** One character a line, the first of them class 1: class 0 is the gap between characters. */
async function readSymbolClasses(file: string): Promise<OcrNetworks['symbolClasses']> {
  const characters = (await readFile(file, 'utf8')).split('\n');
  return characters
    .map((character, index) => ({ class: index + 1, symbol: symbolIndex(character) }))
    .filter(({ symbol }) => symbol >= 0 && symbol < junkIndex);
}
