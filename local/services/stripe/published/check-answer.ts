export function checkAnswer(_answer: unknown): void {}
