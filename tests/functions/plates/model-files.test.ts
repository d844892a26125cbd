import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { findModelFiles } from '#functions/plates/ocr.ts';

afterEach(() => vi.unstubAllEnvs());

test('finds the models in the installed package unless a folder is named', () => {
  vi.stubEnv('OCR_MODELS_DIR', undefined);
  expect(Object.values(findModelFiles()).every((file) => existsSync(file))).toBe(true);
});

test('finds the models in OCR_MODELS_DIR, or first in the folder given as an argument', () => {
  vi.stubEnv('OCR_MODELS_DIR', '/var/task/models');
  expect(findModelFiles().detection).toMatch(/^\/var\/task\/models\/.+\.onnx$/);
  expect(findModelFiles('/opt/models').characters).toMatch(/^\/opt\/models\/.+\.txt$/);
});
