import { ApiError } from '../../api/api-error.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';

/** A refused page names its class; ours is the sentence for it, else the one for the code. */
export function useRefusalText(): (error: unknown) => string {
  const t = useImportTexts();
  const failureText = useFailureText();
  return (error) => {
    const failureClass = error instanceof ApiError ? error.details.class : undefined;
    if (
      typeof failureClass === 'string' &&
      failureClass in t.importFailures &&
      failureClass !== 'unknown_page'
    )
      return t.importFailures[failureClass as keyof typeof t.importFailures];
    return failureText(error);
  };
}
