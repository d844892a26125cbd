import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { findModelFiles } from '#functions/plates/ocr.ts';

afterEach(() => vi.unstubAllEnvs());

test('the models lie in the installed package unless a folder is named', () => {
  vi.stubEnv('OCR_MODELS_DIR', undefined);
  expect(Object.values(findModelFiles()).every((file) => existsSync(file))).toBe(true);
});

test('OCR_MODELS_DIR names another folder, an argument goes before it', () => {
  vi.stubEnv('OCR_MODELS_DIR', '/var/task/models');
  expect(findModelFiles().detection).toMatch(/^\/var\/task\/models\/.+\.onnx$/);
  expect(findModelFiles('/opt/models').characters).toMatch(/^\/opt\/models\/.+\.txt$/);
});
