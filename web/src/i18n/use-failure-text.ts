import { ApiError } from '../api/api-error.ts';
import { useLanguage } from './language.tsx';

/** The sentence for an error: the service's own words in English, ours by code in Danish and where it sent none. */
export function useFailureText(): (error: unknown) => string {
  const { language, texts } = useLanguage();
  return (error) => {
    if (!(error instanceof ApiError)) return texts.failures.internal;
    if (language === 'en' && error.serverMessage) return error.serverMessage;
    return texts.failures[error.code] ?? texts.failures.internal;
  };
}
