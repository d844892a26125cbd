import { ApiError } from '../../api/api-error.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';

/** A refused page names its class; ours is the sentence for it, else the one for the code. */
export function useRefusalText(): (error: unknown) => string {
  const t = useImportTexts();
  const failureText = useFailureText();
  // A saved page is of any marketplace; those that refuse a person's own browser are this one's.
  const texts = t.importFailures('facebook');
  return (error) => {
    const failureClass = error instanceof ApiError ? error.details.class : undefined;
    if (typeof failureClass === 'string' && failureClass in texts && failureClass !== 'unknown_page')
      return texts[failureClass as keyof typeof texts];
    return failureText(error);
  };
}
