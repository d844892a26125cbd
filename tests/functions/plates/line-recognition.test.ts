import { expect, it } from 'vitest';
import { junkIndex, stepLength, symbolIndex } from '#core/plates/decode.ts';
import { type NetworkOutput, type OcrNetworks, recogniseLine } from '#functions/plates/ocr.ts';

const [a, b] = [symbolIndex('A'), symbolIndex('B')];

/** Networks that answer the same to every line, and the lines that they were asked. */
function answering(values: number[], classes: number) {
  const asked: Parameters<OcrNetworks['recogniseLine']>[0][] = [];
  const answer = async (input: (typeof asked)[number]): Promise<NetworkOutput> => {
    asked.push(input);
    const dimensions = [1, values.length / classes, classes];
    return { values: Float32Array.from(values), dimensions };
  };
  // Class 1 and 2 are an A, large and small; class 3 is a B; class 0 and 4 are something else.
  const symbolClasses = [
    [1, a],
    [2, a],
    [3, b],
  ].map(([one, symbol]) => ({ class: one!, symbol: symbol! }));
  return { asked, networks: { detectText: answer, recogniseLine: answer, symbolClasses } };
}
const line = (width: number, data: number[] = Array(width * 3).fill(0)) => ({
  ...{ width, height: 1, data: Uint8Array.from(data) },
});

it('answers for every step the probability of each plate symbol, upper and lower case together, and of everything else as junk', async () => {
  const { networks } = answering([0.1, 0.5, 0.25, 0.125, 0.025, 0, 0, 0, 0.75, 0.25], 5);
  const { steps, probabilities } = await recogniseLine(networks, line(1));
  expect(steps).toBe(2);
  expect(probabilities).toHaveLength(2 * stepLength);
  expect([a, b, junkIndex].map((symbol) => probabilities[symbol])).toEqual([0.75, 0.125, 0.125]);
  expect([a, b, junkIndex].map((symbol) => probabilities[stepLength + symbol])).toEqual([0, 0.75, 0.25]);
});

it('never answers a negative junk probability', async () => {
  const { networks } = answering([0, 1, 0.5, 0, 0], 5);
  expect((await recogniseLine(networks, line(1))).probabilities[junkIndex]).toBe(0);
});

it('passes blue, green and red in separate planes from −1 to 1, with grey beside a narrow line', async () => {
  const { networks, asked } = answering([1, 0, 0, 0, 0], 5);
  await recogniseLine(networks, line(2, [255, 0, 127.5, 0, 255, 0]));
  const [{ values, width, height } = { values: new Float32Array(), width: 0, height: 0 }] = asked;
  expect([width, height, values.length]).toEqual([64, 1, 3 * 64]);
  const plane = (channel: number) => [...values.slice(channel * 64, channel * 64 + 3)];
  expect(plane(0)[0]).toBeCloseTo(0, 1);
  expect(plane(0).slice(1)).toEqual([-1, 0]);
  expect(plane(1)).toEqual([-1, 1, 0]);
  expect(plane(2)).toEqual([1, -1, 0]);
});

it('passes a wide line in its full width', async () => {
  const { networks, asked } = answering([1, 0, 0, 0, 0], 5);
  await recogniseLine(networks, line(65));
  expect(asked[0]).toMatchObject({ width: 65, height: 1 });
});
