/**
 * Which of a batch's identifiers failed, by the handler's answer under ReportBatchItemFailures. An answer that names an
 * unknown or empty identifier fails the whole batch, as in Lambda; no answer means that all went well.
 */
export function failedIdentifiers(answer: unknown, identifiers: readonly string[]): readonly string[] {
  const reported = (answer as { batchItemFailures?: { itemIdentifier?: string }[] | null } | null | undefined)
    ?.batchItemFailures;
  if (!Array.isArray(reported)) return [];
  const failed = reported.map((item) => item?.itemIdentifier ?? '');
  return failed.every((identifier) => identifiers.includes(identifier)) ? failed : identifiers;
}
